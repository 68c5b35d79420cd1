from confluent_kafka import Consumer, Producer
from kafka import KafkaConsumer


def report():
    consumer = Consumer({"group.id": "report"})
    consumer.subscribe(["orders"])
    while True:
        count(consumer.poll(1.0))


def count(message):
    return message


def refunds():
    for message in KafkaConsumer("refunds", group_id="report"):
        count(message)


class Ledger:
    def __init__(self):
        self.producer = Producer({})

    def write(self, name):
        self.producer.produce("invoices", b"1")
        self.producer.produce(name, b"1")
