import paho.mqtt.client as mqtt

client = mqtt.Client()


def on_heat(client, data, message):
    return message


client.message_callback_add("rooms/+/heat", on_heat)


def tell(other):
    client.publish("rooms/kitchen/heat", "19")
    other.publish("rooms/kitchen/heat", "19")
