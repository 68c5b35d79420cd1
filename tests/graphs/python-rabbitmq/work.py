import pika

connection = pika.BlockingConnection(pika.ConnectionParameters("localhost"))
channel = connection.channel()


def on_mail(ch, method, properties, body):
    return body


def start():
    channel.queue_declare(queue="mails")
    channel.basic_consume(queue="mails", on_message_callback=on_mail, auto_ack=True)
    channel.start_consuming()


def send(name):
    channel.basic_publish(exchange="", routing_key="mails", body="x")
    channel.basic_publish(exchange="logs", routing_key="mails", body="through an exchange")
    channel.basic_publish(exchange="", routing_key=name, body="x")
