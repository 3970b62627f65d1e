"""Receivers of webhooks that misbehave, each on an address of the loopback of its own, so that each is a host of its own."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
FAILED = OK.replace(b"200 OK", b"500 Oh no")
BOMB = gzip.compress(bytes(100_000_000))
NUMBERS = count(2)

Answer = Callable[["Receiver", socket.socket], None]


class Receiver:
    """A server that takes a request and answers it as `answer` does."""

    def __init__(self, answer: Answer, host: str = "") -> None:
        self._answer = answer
        self._socket = socket.create_server((host or f"127.0.0.{next(NUMBERS)}", 0))
        self.requests: list[bytes] = []
        self.sent = 0
        """Bytes of answers."""
        self.open = 0
        """Connections at the moment."""
        self.most_open = 0
        self.closing = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    @property
    def url(self) -> str:
        host, port = self._socket.getsockname()
        return f"http://{host}:{port}/turn"

    def _accept(self) -> None:
        self._socket.settimeout(0.05)
        while not self.closing.is_set():
            try:
                connection, _ = self._socket.accept()
            except TimeoutError:
                continue
            self._threads.append(threading.Thread(target=self._serve, args=(connection,)))
            self._threads[-1].start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(5)
            self.open += 1
            self.most_open = max(self.most_open, self.open)
            try:
                self.requests.append(connection.recv(65536))
                self._answer(self, connection)
            except OSError:  # the sender has hung up
                pass
            finally:
                self.open -= 1

    def send(self, connection: socket.socket, data: bytes) -> None:
        connection.sendall(data)
        self.sent += len(data)

    def stop(self) -> None:
        self.closing.set()
        for thread in self._threads:
            thread.join()
        self._socket.close()


def honest(receiver: Receiver, connection: socket.socket) -> None:
    receiver.send(connection, OK)


def failing(receiver: Receiver, connection: socket.socket) -> None:
    receiver.send(connection, FAILED)


def endless(receiver: Receiver, connection: socket.socket) -> None:
    """A body that does not end."""
    receiver.send(connection, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    chunk = b"10000\r\n" + bytes(65536) + b"\r\n"
    while not receiver.closing.is_set():
        receiver.send(connection, chunk)


def bomb(receiver: Receiver, connection: socket.socket) -> None:
    """A small body that becomes a large one, again and again."""
    receiver.send(connection, b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n")
    while not receiver.closing.is_set():
        receiver.send(connection, BOMB)


def dripping(receiver: Receiver, connection: socket.socket) -> None:
    """Headers that come byte by byte and do not end."""
    receiver.send(connection, b"HTTP/1.1 200 OK\r\nX-Long: ")
    while not receiver.closing.wait(0.05):
        receiver.send(connection, b"x")


def chattering(receiver: Receiver, connection: socket.socket) -> None:
    """An answer that is announced for ever."""
    while not receiver.closing.is_set():
        receiver.send(connection, b"HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n" * 50)


@contextmanager
def receiving(*answers: Answer) -> Iterator[list[Receiver]]:
    """A receiver for each way to answer."""
    receivers = [Receiver(answer) for answer in answers]
    try:
        yield receivers
    finally:
        for receiver in receivers:
            receiver.closing.set()
        for receiver in receivers:
            receiver.stop()
