/* NATS: who subscribes to a subject gets what is published under it. */
#include "src/frameworks/framework.h"

#define SUBJECT .method = "SUBJECT", .wild = ". * > 1"
#define GO "github.com/nats-io/nats.go.Connect() github.com/nats-io/nats.go.Conn"
#define TYPESCRIPT "nats.connect() nats.NatsConnection @nats-io/transport-node.connect() @nats-io/nats-core.NatsConnection"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, SUBJECT, .on = GO, .words = "Subscribe", .path = "0", .handler = "1"},
    {FRAMEWORK_TOPIC, SUBJECT, .on = GO, .words = "QueueSubscribe", .path = "0", .handler = "2"},
    {FRAMEWORK_TOPIC, SUBJECT, .on = GO, .words = "SubscribeSync", .path = "0"},
    {FRAMEWORK_SEND, SUBJECT, .on = GO, .words = "Publish Request PublishRequest RequestWithContext", .path = "0"},
    /* Python's and JavaScript's */
    {FRAMEWORK_TOPIC, SUBJECT, .on = TYPESCRIPT, .words = "subscribe", .path = "0 subject", .handler = "callback cb"},
    {FRAMEWORK_SEND, SUBJECT, .on = TYPESCRIPT, .words = "publish request", .path = "0 subject"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_nats = {.name = "nats", .families = "go typescript python", .objects = "", .rows = rows, .packages = "github.com/nats-io/nats.go nats @nats-io"};
