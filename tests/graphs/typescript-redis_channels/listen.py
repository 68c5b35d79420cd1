import redis

r = redis.Redis()


def listen():
    p = r.pubsub()
    p.psubscribe("news.?")
    for message in p.listen():
        print(message)


def tell(publish):
    r.publish("news.a", "1")
    r.publish("news.long", "2")
    publish("news.a", "3")
