"""Every lesson can be played as it is written, and speaks of things that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from branchline.learn import SEAT, Lesson, NoLesson, has_lesson, paragraphs
from branchline.learn import lesson as lesson_of
from branchline.texts import speaking
from tests.own_games import OWN_GAMES


@pytest.fixture(params=OWN_GAMES)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return lesson_of(request.param)


def test_moves_are_legal_and_questions_go_to_the_learner(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        state = lesson.state(number)  # plays every move by the checked door
        assert not state.is_chance, "a step shows a position in which chance is about to move"
        for move in step.expect:
            assert state.actor == SEAT, step.text
            assert state.is_legal(move), move


def test_a_step_begins_where_the_one_before_it_was_answered(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        state = lesson.before(number)
        for move in step.moves:
            state.play(move)
        assert state == lesson.state(number)


def test_a_question_has_a_hint_a_reason_and_a_wrong_answer(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        assert step.text
        assert bool(step.expect) == bool(step.wrong) == bool(step.done), step.text
        if step.expect:
            assert all(step.accepts(move) for move in step.expect)
            assert all(step.accepts(move) == (move.text in step.expect) for move in lesson.state(number).legal())


def test_what_is_shown_is_in_the_drawing_or_can_be_picked(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        state = lesson.state(number)
        drawn = set(re.findall(r'data-pick="([^"]+)"', state.svg(SEAT)))
        legal = {name for action in state.ids() for name in lesson.game.picks[action]} if state.actor == SEAT else set()
        assert set(step.show) - drawn - legal == set(), step.text


def test_what_is_asked_for_is_shown(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        if step.expect:
            assert set(lesson.path(number)) & set(step.show), step.text
        else:
            assert lesson.path(number) == ()


def test_paragraphs_exist(lesson: Lesson) -> None:
    known = paragraphs(lesson.game.name)
    for step in lesson.steps:
        assert step.rules, step.text
        assert set(step.rules) - set(known) == set()
        cited = re.findall(rf"{lesson.game.spec.card.short} \d+\.\d+", step.text + step.wrong + step.done)
        assert set(cited) - set(known) == set()


def test_a_lesson_is_short_and_meets_most_of_the_rules(lesson: Lesson) -> None:
    assert 12 <= len(lesson.steps) <= 20
    assert lesson.minutes <= 10
    assert all(len(text) <= 330 for step in lesson.steps for text in (step.text, step.wrong, step.done))
    sections = {label.split(".")[0] for step in lesson.steps for label in step.rules}
    assert len(sections) >= 4


def test_everybody_has_a_name(lesson: Lesson) -> None:
    assert len(lesson.names("Ann")) == lesson.game.players
    assert lesson.names("Ann")[SEAT] == "Ann"


def test_a_step_in_german() -> None:
    step = lesson_of("northern-pacific").steps[0]
    with speaking("de"):
        assert step.spoken().text.startswith("Willkommen")
    assert step.spoken() == step


def test_there_is_no_step_behind_the_last(lesson: Lesson) -> None:
    with pytest.raises(IndexError, match="has no step"):
        lesson.state(len(lesson.steps))


def test_northern_pacific_ends_with_the_scores_it_tells() -> None:
    lesson = lesson_of("np")
    state = lesson.state(len(lesson.steps) - 1)
    assert state.is_over
    assert state.scores == [9, 8, 3]


def test_central_pacific_ends_with_the_score_it_tells() -> None:
    lesson = lesson_of("cp")
    assert lesson.state(len(lesson.steps) - 1).scores == [2 + 5 + 4 * 2 + 10, 2 + 2 + 2 + 2]


def test_wensleydale_ends_with_the_scores_it_tells() -> None:
    lesson = lesson_of("lw")
    assert lesson.state(len(lesson.steps) - 1).scores == [11, 7, 2]


def test_a_game_without_a_lesson_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("branchline.learn.lessons.folder", lambda name: tmp_path)
    assert not has_lesson("np")
    with pytest.raises(NoLesson, match=r"^Northern Pacific has no lesson\.$"):
        lesson_of("np")
