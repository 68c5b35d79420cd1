import nats


async def on_job(message):
    return message


async def main():
    nc = await nats.connect("nats://localhost:4222")
    await nc.subscribe("jobs", cb=on_job)
    await nc.publish("user.created", b"1")
