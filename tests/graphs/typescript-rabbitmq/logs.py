import pika

connection = pika.BlockingConnection(pika.ConnectionParameters("localhost"))
channel = connection.channel()


def on_warning(ch, method, properties, body):
    return body


def listen():
    result = channel.queue_declare(queue="", exclusive=True)
    name = result.method.queue
    channel.queue_bind(exchange="logs", queue=name, routing_key="*.warning")
    channel.basic_consume(queue=name, on_message_callback=on_warning, auto_ack=True)


def tell(level):
    channel.basic_publish(exchange="logs", routing_key="disk.warning", body="full")
    channel.basic_publish(exchange="logs", routing_key="disk.error", body="gone")
    channel.basic_publish(exchange="logs", routing_key=level, body="?")
