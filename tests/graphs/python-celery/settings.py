CELERY_BEAT_SCHEDULE = {
    "weekly": {"task": "tasks.charge", "schedule": 604800},
}
LOGGING = {"loggers": {"task": "tasks.charge"}}
