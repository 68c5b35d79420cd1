/* MQTT: who subscribes to a topic gets what is published to it, or to any that its
 * signs stand for. */
#include "src/frameworks/framework.h"

#define MQTT .method = "MQTT", .wild = "/ + #"
#define NODE "mqtt.connect() mqtt.connectAsync() mqtt.MqttClient mqtt.default.connect()"
#define PYTHON "paho.mqtt.client.Client()"
#define GO "github.com/eclipse/paho.mqtt.golang.NewClient() github.com/eclipse/paho.mqtt.golang.Client"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, MQTT, .on = NODE, .words = "subscribe subscribeAsync", .path = "0", .by = "on", .when = "message", .handler = "1"},
    {FRAMEWORK_SEND, MQTT, .on = NODE, .words = "publish publishAsync", .path = "0"},
    {FRAMEWORK_TOPIC, MQTT, .on = PYTHON, .words = "message_callback_add", .path = "0 sub", .handler = "1 callback"},
    {FRAMEWORK_SEND, MQTT, .on = PYTHON, .words = "publish", .path = "0 topic"},
    {FRAMEWORK_TOPIC, MQTT, .on = GO, .words = "Subscribe", .path = "0", .handler = "2"},
    {FRAMEWORK_SEND, MQTT, .on = GO, .words = "Publish", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_mqtt = {
    .name = "mqtt",
    .families = "typescript python go",
    .objects = "",
    .rows = rows,
    .packages = "mqtt paho.mqtt github.com/eclipse/paho.mqtt.golang",
};
