from celery.schedules import crontab
from tasks import app, charge, plain, send

app.conf.beat_schedule = {
    "nightly": {"task": "tasks.send", "schedule": crontab(hour=1)},
    "unknown": {"task": "tasks.nothing", "schedule": 30.0},
}
app.conf.update(beat_schedule={"hourly": {"task": "mail.welcome", "schedule": 3600}})


class Store:
    conf = None


store = Store()
store.conf.beat_schedule = {"never": {"task": "tasks.send"}}
other = {"never": {"task": "tasks.send"}}


@app.on_after_configure.connect
def setup(sender, **kwargs):
    sender.add_periodic_task(10.0, charge.s(1), name="often")
    sender.add_periodic_task(crontab(), send.s("a"))


def fake(sender):
    sender.add_periodic_task(10.0, plain)


def made(name):
    app.conf.beat_schedule = {"late": {"task": name}}
