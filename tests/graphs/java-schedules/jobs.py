from apscheduler.schedulers.background import BackgroundScheduler

scheduler = BackgroundScheduler()


@scheduler.scheduled_job("cron", hour=3)
def nightly():
    pass


def hourly():
    pass


scheduler.add_job(hourly, "interval", hours=1, id="hourly-report")
