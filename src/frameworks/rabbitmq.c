/* RabbitMQ: functions consume queues, and messages are sent to a queue by its
 * name when they go through no exchange; else to those that are bound to the
 * exchange by a key that fits theirs. */
#include "src/frameworks/framework.h"

#define QUEUE .method = "QUEUE"
#define CHANNEL "amqplib.connect().createChannel() amqplib.connect().createConfirmChannel() amqplib.Channel amqplib.ConfirmChannel"
#define NEST "@golevelup/nestjs-rabbitmq."
#define EXCHANGE .method = "EXCHANGE", .wild = ". * #"
#define GO "github.com/rabbitmq/amqp091-go.Dial().Channel() github.com/rabbitmq/amqp091-go.Channel github.com/streadway/amqp.Dial().Channel() github.com/streadway/amqp.Channel"
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
    {FRAMEWORK_TOPIC, EXCHANGE, .on = CHANNEL, .words = "bindQueue", .path = "1", .part = "2", .by = "consume", .same = "0", .handler = "1"},
    {FRAMEWORK_SEND, EXCHANGE, .on = CHANNEL, .words = "publish", .path = "0", .part = "1"},
    {FRAMEWORK_TOPIC, EXCHANGE, .on = PIKA, .words = "queue_bind", .path = "exchange 1", .part = "routing_key 2", .by = "basic_consume", .same = "queue 0",
     .handler = "on_message_callback 1"},
    {FRAMEWORK_SEND, EXCHANGE, .on = PIKA, .words = "basic_publish", .path = "exchange 0", .part = "routing_key 1"},
    {FRAMEWORK_TOPIC, EXCHANGE, .on = NEST "RabbitSubscribe " NEST "RabbitRPC", .words = "RabbitSubscribe RabbitRPC", .path = "exchange", .part = "routingKey", .object = "none"},
    {FRAMEWORK_SEND, EXCHANGE, .on = NEST "AmqpConnection", .words = "publish request", .path = "exchange 0", .part = "routingKey 1"},
    {FRAMEWORK_TOPIC, QUEUE, .on = GO, .words = "Consume", .path = "0"},
    {FRAMEWORK_SEND, QUEUE, .on = GO, .words = "Publish", .path = "1", .empty = "0"},
    {FRAMEWORK_SEND, QUEUE, .on = GO, .words = "PublishWithContext", .path = "2", .empty = "1"},
    {FRAMEWORK_TOPIC, EXCHANGE, .on = GO, .words = "QueueBind", .path = "2", .part = "1"},
    {FRAMEWORK_SEND, EXCHANGE, .on = GO, .words = "Publish", .path = "0", .part = "1"},
    {FRAMEWORK_SEND, EXCHANGE, .on = GO, .words = "PublishWithContext", .path = "1", .part = "2"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_rabbitmq = {
    .name = "rabbitmq",
    .families = "typescript java kotlin python go",
    .objects = "",
    .rows = rows,
    .packages = "amqplib pika org.springframework.amqp @golevelup/nestjs-rabbitmq github.com/rabbitmq/amqp091-go github.com/streadway/amqp",
};
