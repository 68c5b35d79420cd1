/* RabbitMQ: functions consume queues, and messages are sent to a queue by its
 * name when they go through no exchange. */
#include "src/frameworks/framework.h"

#define QUEUE .method = "QUEUE"
#define CHANNEL "amqplib.connect().createChannel() amqplib.connect().createConfirmChannel() amqplib.Channel amqplib.ConfirmChannel"
#define PIKA "pika.BlockingConnection().channel()"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, QUEUE, .on = CHANNEL, .words = "consume", .path = "0", .handler = "1"},
    {FRAMEWORK_SEND, QUEUE, .on = CHANNEL, .words = "sendToQueue", .path = "0"},
    {FRAMEWORK_SEND, QUEUE, .on = CHANNEL, .words = "publish", .path = "1", .empty = "0"},
    {FRAMEWORK_TOPIC, QUEUE, .on = PIKA, .words = "basic_consume", .path = "queue 0", .handler = "on_message_callback 1"},
    {FRAMEWORK_SEND, QUEUE, .on = PIKA, .words = "basic_publish", .path = "routing_key 1", .empty = "exchange 0"},
    {FRAMEWORK_TOPIC, QUEUE, .on = "org.springframework.amqp.rabbit.annotation.RabbitListener", .words = "RabbitListener", .path = "queues 0", .object = "none"},
    {FRAMEWORK_TOPIC, QUEUE, .on = "org.springframework.amqp.rabbit.annotation.RabbitHandler", .words = "RabbitHandler", .path = "queues 0", .around = "RabbitListener", .object = "none"},
    {FRAMEWORK_SEND, QUEUE, .on = "org.springframework.amqp.rabbit.core.RabbitTemplate org.springframework.amqp.core.AmqpTemplate",
     .words = "convertAndSend send", .path = "0", .unless = "2"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_rabbitmq = {.name = "rabbitmq", .families = "typescript java kotlin python", .objects = "", .rows = rows, .packages = "amqplib pika org.springframework.amqp"};
