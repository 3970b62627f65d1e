/* Random games of Northern Pacific, written by hand in C: the yardstick of bench/run.py.
 *
 * The rules are those of src/branchline/games/northern_pacific with the default options (points, three
 * rounds, clockwise, one shared line, one cube of a colour in a city, two colours each for two players).
 * Generator, streams and the choice among the complete legal list are the kernel's too, so both play the
 * same games: `decisions` and `scores` must equal what `branchline.simulate(game, games, seed)` finds.
 *
 *     cc -O3 -march=native -o northern_pacific northern_pacific.c
 *     ./northern_pacific PLAYERS GAMES SEED
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CITIES = 25, START = 0, GOAL = 24, COLOURS = 6, ROUNDS = 3, LEGAL_MAX = 4 + 2 * CITIES, IN_HAND = -1 };
enum { SMALL_AT_START = 3, SMALL_PAYS = 1, LARGE_PAYS = 2 };

static const uint32_t INVESTABLE = ((1u << CITIES) - 1) & ~(1u << START) & ~(1u << GOAL);
static const int CAPACITY[COLOURS + 1] = {0, 0, 2, 2, 3, 3, 4};

/* NP 1.1: the cities in the order of the map file; a set of cities is a word of bits. */
enum {
    MINNEAPOLIS, DULUTH, GRAND_FORKS, FARGO, SIOUX_FALLS, ABERDEEN, BISMARCK, MINOT, RAPID_CITY, TERRY, GLASGOW, CASPER,
    BILLINGS, CHINOOK, GREAT_FALLS, SHELBY, BUTTE, BONNERS_FERRY, LEWISTON, SPOKANE, OROVILLE, RICHLAND, VANCOUVER,
    PORTLAND, SEATTLE
};
#define C(city) (1u << (city))
static const uint32_t EXITS[CITIES] = {
    [MINNEAPOLIS] = C(DULUTH) | C(FARGO) | C(ABERDEEN) | C(SIOUX_FALLS),
    [DULUTH] = C(GRAND_FORKS) | C(FARGO),
    [GRAND_FORKS] = C(MINOT) | C(FARGO),
    [FARGO] = C(GRAND_FORKS) | C(MINOT) | C(BISMARCK),
    [SIOUX_FALLS] = C(ABERDEEN) | C(RAPID_CITY),
    [ABERDEEN] = C(BISMARCK) | C(RAPID_CITY),
    [BISMARCK] = C(MINOT) | C(TERRY),
    [MINOT] = C(GLASGOW) | C(TERRY),
    [RAPID_CITY] = C(TERRY) | C(BILLINGS) | C(CASPER),
    [TERRY] = C(GLASGOW) | C(GREAT_FALLS) | C(BILLINGS),
    [GLASGOW] = C(TERRY) | C(CHINOOK) | C(GREAT_FALLS),
    [CASPER] = C(BILLINGS) | C(BUTTE),
    [BILLINGS] = C(GREAT_FALLS) | C(BUTTE),
    [CHINOOK] = C(SHELBY) | C(GREAT_FALLS),
    [GREAT_FALLS] = C(SHELBY) | C(BUTTE) | C(LEWISTON),
    [SHELBY] = C(BONNERS_FERRY) | C(GREAT_FALLS) | C(LEWISTON),
    [BUTTE] = C(GREAT_FALLS) | C(LEWISTON),
    [BONNERS_FERRY] = C(OROVILLE) | C(SPOKANE),
    [LEWISTON] = C(SPOKANE) | C(RICHLAND),
    [SPOKANE] = C(OROVILLE) | C(RICHLAND),
    [OROVILLE] = C(VANCOUVER) | C(SEATTLE),
    [RICHLAND] = C(PORTLAND) | C(SEATTLE),
    [VANCOUVER] = C(SEATTLE),
    [PORTLAND] = C(SEATTLE),
};

/* SplitMix64, as in src/branchline/kernel/rng.py. */
#define GAMMA 0x9E3779B97F4A7C15ull

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline uint64_t following(uint64_t *rng) { return mix(*rng += GAMMA); }

static inline uint32_t below(uint64_t *rng, uint32_t bound) {
    uint64_t product = (following(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold) product = (following(rng) >> 32) * bound;
    }
    return product >> 32;
}

typedef struct {
    int players, colours, capacity, turn, rounds_done;
    int head;
    uint32_t closed, full;
    uint32_t invested[COLOURS]; /* cities with a cube of each colour */
    int16_t small[COLOURS];
    int8_t large_at[COLOURS];
    int8_t cubes[CITIES];
    int good[COLOURS], bad[COLOURS]; /* by seat */
} State;

static void set_up_round(State *s) { /* NP 1.3 */
    s->head = START;
    s->closed = C(START);
    s->full = 0;
    memset(s->invested, 0, sizeof s->invested);
    memset(s->cubes, 0, sizeof s->cubes);
    for (int colour = 0; colour < s->colours; colour++) {
        s->small[colour] = SMALL_AT_START;
        s->large_at[colour] = IN_HAND;
    }
}

static inline int write_cities(uint32_t cities, int offset, uint8_t *out, int count) {
    for (; cities; cities &= cities - 1) out[count++] = offset + __builtin_ctz(cities);
    return count;
}

static inline int legal(const State *s, uint8_t *out) { /* NP 2.1–2.5, ascending */
    int colour = s->turn;
    int count = write_cities(EXITS[s->head] & ~s->closed, 0, out, 0);
    uint32_t open = INVESTABLE & ~s->closed & ~s->full & ~s->invested[colour];
    if (s->small[colour] > 0) count = write_cities(open, CITIES, out, count);
    if (s->large_at[colour] == IN_HAND) count = write_cities(open, 2 * CITIES, out, count);
    return count;
}

static inline void pay_out(State *s, int city) { /* NP 3.1 */
    if (!s->cubes[city]) return;
    for (int colour = 0; colour < s->colours; colour++) {
        if (!(s->invested[colour] & C(city))) continue;
        s->invested[colour] &= ~C(city);
        if (s->large_at[colour] == city) {
            s->large_at[colour] = IN_HAND;
            s->small[colour] += LARGE_PAYS;
        } else {
            s->small[colour] += 1 + SMALL_PAYS;
        }
    }
    s->cubes[city] = 0;
    s->full &= ~C(city);
}

static void end_round(State *s) { /* NP 4.1, 5.1 */
    for (int colour = 0; colour < s->colours; colour++) {
        int seat = colour % s->players;
        s->good[seat] += s->small[colour] + (s->large_at[colour] == IN_HAND);
        s->bad[seat] += __builtin_popcount(s->invested[colour]);
    }
    s->rounds_done++;
}

static inline void apply(State *s, int action) {
    int colour = s->turn;
    s->turn = colour + 1 == s->colours ? 0 : colour + 1; /* NP 4.4 */
    if (action < CITIES) { /* NP 2.1 */
        s->head = action;
        s->closed |= C(action);
        pay_out(s, action);
        if (action == GOAL) {
            end_round(s);
            if (s->rounds_done < ROUNDS) set_up_round(s);
        }
        return;
    }
    int city = action - CITIES; /* NP 2.2 */
    if (city < CITIES) {
        s->small[colour]--;
    } else {
        city -= CITIES;
        s->large_at[colour] = city;
    }
    s->invested[colour] |= C(city);
    if (++s->cubes[city] == s->capacity) s->full |= C(city); /* NP 1.4 */
}

static int winners(const State *s, int *won) { /* NP 4.2 */
    int count = 0;
    for (int seat = 0; seat < s->players; seat++) {
        won[seat] = 1;
        for (int other = 0; other < s->players; other++)
            if (s->good[other] > s->good[seat] || (s->good[other] == s->good[seat] && s->bad[other] < s->bad[seat]))
                won[seat] = 0;
        count += won[seat];
    }
    return count;
}

int main(int argc, char **argv) {
    if (argc != 4 || atoi(argv[1]) < 2 || atoi(argv[1]) > 6) {
        fprintf(stderr, "usage: %s PLAYERS GAMES SEED (2 to 6 players)\n", argv[0]);
        return 2;
    }
    int players = atoi(argv[1]);
    long games = atol(argv[2]);
    uint64_t seed = strtoull(argv[3], NULL, 10);

    State first = {.players = players, .colours = players == 2 ? 4 : players};
    first.capacity = CAPACITY[first.colours];
    set_up_round(&first);

    uint8_t out[LEGAL_MAX];
    long long decisions = 0, scores[COLOURS] = {0}, wins[COLOURS] = {0};
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long game = 0; game < games; game++) {
        uint64_t rng = mix(mix(seed + GAMMA) ^ ((uint64_t)game * GAMMA));
        State s = first;
        while (s.rounds_done < ROUNDS) {
            uint32_t count = legal(&s, out);
            apply(&s, out[below(&rng, count)]);
            decisions++;
        }
        int won[COLOURS];
        winners(&s, won);
        for (int seat = 0; seat < players; seat++) {
            scores[seat] += s.good[seat];
            wins[seat] += won[seat];
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) * 1e-9;

    printf("{\"decisions\": %lld, \"seconds\": %.6f, \"scores\": [", decisions, seconds);
    for (int seat = 0; seat < players; seat++) printf("%s%lld", seat ? ", " : "", scores[seat]);
    printf("], \"wins\": [");
    for (int seat = 0; seat < players; seat++) printf("%s%lld", seat ? ", " : "", wins[seat]);
    printf("]}\n");
    return 0;
}
