from tasks import send, charge, plain
import tasks


class Timer:
    def delay(self, ms):
        return ms


def order(to, queue: Timer):
    send.delay(to)
    tasks.charge.apply_async((1,))
    queue.delay(3)
    plain.delay(4)


def later(name):
    getattr(tasks, name).delay(1)


def by_name(name):
    tasks.app.send_task("tasks.send", args=[1])
    tasks.app.send_task("mail.welcome")
    tasks.app.send_task("other.send")
    tasks.app.send_task("send")
    tasks.app.send_task(name)
