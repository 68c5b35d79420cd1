from celery import Celery, shared_task

app = Celery("shop")


@app.task
def send(to):
    return to


@shared_task(bind=True)
def charge(self, order):
    return order


def plain(x):
    return x


@app.task(name="mail.welcome")
def welcome(to):
    return to
