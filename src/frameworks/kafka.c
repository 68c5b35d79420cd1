/* Kafka: consumers are told topics, or functions are decorated with them. Some
 * take what comes in a loop of their own. */
#include "src/frameworks/framework.h"

#define TOPIC .method = "TOPIC"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, TOPIC, .on = "kafkajs.Kafka().consumer()", .words = "subscribe", .path = "topic topics", .handler = "eachMessage eachBatch", .by = "run"},
    {FRAMEWORK_SEND, TOPIC, .on = "kafkajs.Kafka().producer()", .words = "send", .path = "topic"},
    {FRAMEWORK_TOPIC, TOPIC, .on = "org.springframework.kafka.annotation.KafkaListener", .words = "KafkaListener", .path = "topics 0", .object = "none"},
    {FRAMEWORK_TOPIC, TOPIC, .on = "org.springframework.kafka.annotation.KafkaHandler", .words = "KafkaHandler", .path = "topics 0", .around = "KafkaListener", .object = "none"},
    {FRAMEWORK_SEND, TOPIC, .on = "org.springframework.kafka.core.KafkaTemplate org.springframework.kafka.core.KafkaOperations", .words = "send", .path = "0"},
    {FRAMEWORK_TOPIC, TOPIC, .on = "confluent_kafka.Consumer() confluent_kafka.DeserializingConsumer() kafka.KafkaConsumer() aiokafka.AIOKafkaConsumer()",
     .words = "subscribe", .path = "0 topics"},
    {FRAMEWORK_TOPIC, TOPIC, .on = "kafka.KafkaConsumer aiokafka.AIOKafkaConsumer", .words = "KafkaConsumer AIOKafkaConsumer", .path = "0", .object = "none"},
    {FRAMEWORK_SEND, TOPIC, .on = "confluent_kafka.Producer() confluent_kafka.SerializingProducer() kafka.KafkaProducer() aiokafka.AIOKafkaProducer()",
     .words = "produce send send_and_wait", .path = "0 topic"},
    {FRAMEWORK_TOPIC, TOPIC, .on = "faststream.kafka.KafkaBroker() faststream.confluent.KafkaBroker()", .words = "subscriber", .path = "0"},
    {FRAMEWORK_SEND, TOPIC, .on = "faststream.kafka.KafkaBroker() faststream.confluent.KafkaBroker()", .words = "publish", .path = "topic 1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_kafka = {.name = "kafka", .families = "typescript java kotlin python", .objects = "", .rows = rows, .packages = "kafkajs org.springframework.kafka confluent_kafka kafka aiokafka faststream"};
