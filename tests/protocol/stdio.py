"""A server that is talked to through pipes."""
import json
import queue
import subprocess
import threading
import time

from checks import FATHOM, WAIT, show
from messages import message, modern
from process import resident_mb


class Stdio:
    """Its outputs are closed by the threads that read them: closing one from
    elsewhere waits for the reader, and the reader for whoever else has the other
    end, such as a child that a killed server left behind."""

    def __init__(self, place, *options, cwd=None, env=None, direct=True, read=True, program=FATHOM):
        words = ["serve", *(["--no-daemon"] if direct else []), *options]
        self.process = subprocess.Popen([program, *words], cwd=cwd or place.repo, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=place.env(**(env or {})))
        place.started.append(self)
        self.incoming = queue.Queue()
        self.raw = []  # every line as it came
        self.errors = []
        self.next_id = 1
        self.threads = [threading.Thread(target=self._read_errors, daemon=True)]
        self.unread = [] if read else [self.process.stdout]
        if read:
            self.threads.append(threading.Thread(target=self._read, daemon=True))
        for thread in self.threads:
            thread.start()

    def _read(self):
        with self.process.stdout:
            for line in self.process.stdout:
                self.raw.append(line)
                try:
                    self.incoming.put(json.loads(line))
                except ValueError:
                    self.incoming.put({"not json": line.decode("utf-8", "replace")})
        self.incoming.put(None)

    def _read_errors(self):
        with self.process.stderr:
            for line in self.process.stderr:
                self.errors.append(line.decode("utf-8", "replace"))

    def send(self, message):
        if not isinstance(message, bytes):
            message = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        self.process.stdin.write(message)
        self.process.stdin.flush()

    def receive(self, timeout=None):
        """The next message; None at the end."""
        try:
            return self.incoming.get(timeout=timeout or WAIT)
        except queue.Empty:
            raise AssertionError("no answer came" + self.last_words()) from None

    def last_words(self):
        return "".join("\n  stderr: " + line.rstrip() for line in self.errors[-20:])

    def silent(self, seconds=0.2):
        try:
            message = self.incoming.get(timeout=seconds)
        except queue.Empty:
            return
        raise AssertionError(f"unexpected: {show(message)}")

    def answer(self, id, others=None):
        """The answer to a request; what comes before it is put into `others`."""
        end = time.monotonic() + 3 * WAIT
        while True:
            message = self.receive()
            assert time.monotonic() < end, f"only other messages instead of an answer to {id}"
            assert message is not None, f"the server ended before it answered {id}" + self.last_words()
            if isinstance(message, dict) and message.get("id") == id and "method" not in message:
                return message
            if others is None:
                raise AssertionError(f"unexpected before the answer to {id}: {show(message)}")
            others.append(message)

    def request(self, method, params=None, others=None):
        id = self.next_id
        self.next_id += 1
        self.send(message(id, method, params))
        return self.answer(id, others)

    def notify(self, method, params=None):
        self.send(message(None, method, params))

    def initialize(self, version="2025-11-25", capabilities=None):
        answer = self.request("initialize", {"protocolVersion": version, "capabilities": capabilities or {},
                                             "clientInfo": {"name": "test", "version": "1"}})
        self.notify("notifications/initialized")
        return answer

    def call(self, tool, arguments=None, others=None, **more):
        params = {"name": tool, **more}
        if arguments is not None:
            params["arguments"] = arguments
        return self.request("tools/call", params, others)

    def modern(self, method, params=None, others=None, **meta):
        return self.request(method, modern(params, **meta), others)

    def end(self):
        """Ends the input and waits; what came until then."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        messages = []
        while True:
            message = self.receive()
            if message is None:
                break
            messages.append(message)
        status = self.process.wait(WAIT)
        for thread in self.threads:
            thread.join(5)
        assert status == 0, f"exit status {status}" + self.last_words()
        return messages

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, *self.unread):
            try:
                stream.close()
            except (OSError, ValueError):
                pass

    def resident_mb(self):
        return resident_mb(self.process.pid)
