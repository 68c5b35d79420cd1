/* Channels of Redis: who subscribes to one gets what is published under its name,
 * or under any name that a pattern fits. */
#include "src/frameworks/framework.h"

#define CHANNEL .method = "CHANNEL", .wild = "glob"
#define PLAIN .method = "CHANNEL"
#define NODE "redis.createClient() redis.createClient().duplicate() redis.RedisClientType"
#define IOREDIS "ioredis() ioredis.Redis() ioredis.default() ioredis.Redis ioredis"
#define PYTHON "redis.Redis().pubsub() redis.StrictRedis().pubsub() redis.from_url().pubsub() redis.Redis.from_url().pubsub() redis.asyncio.Redis().pubsub() redis.asyncio.from_url().pubsub()"
#define PYTHON_CLIENT "redis.Redis() redis.StrictRedis() redis.from_url() redis.Redis.from_url() redis.asyncio.Redis() redis.asyncio.from_url() redis.Redis redis.asyncio.Redis"
#define GO "github.com/redis/go-redis.NewClient() github.com/redis/go-redis.Client github.com/go-redis/redis.NewClient() github.com/go-redis/redis.Client"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, PLAIN, .on = NODE, .words = "subscribe", .path = "0", .handler = "1"},
    {FRAMEWORK_TOPIC, CHANNEL, .on = NODE, .words = "pSubscribe", .path = "0", .handler = "1"},
    {FRAMEWORK_TOPIC, PLAIN, .on = IOREDIS, .words = "subscribe", .path = "0", .by = "on", .when = "message", .handler = "1"},
    {FRAMEWORK_TOPIC, CHANNEL, .on = IOREDIS, .words = "psubscribe", .path = "0", .by = "on", .when = "pmessage", .handler = "1"},
    {FRAMEWORK_SEND, CHANNEL, .on = NODE " " IOREDIS " " PYTHON_CLIENT, .words = "publish", .path = "0 channel"},
    {FRAMEWORK_TOPIC, PLAIN, .on = PYTHON, .words = "subscribe", .path = "0"},
    {FRAMEWORK_TOPIC, CHANNEL, .on = PYTHON, .words = "psubscribe", .path = "0"},
    {FRAMEWORK_TOPIC, PLAIN, .on = GO, .words = "Subscribe", .path = "1"},
    {FRAMEWORK_TOPIC, CHANNEL, .on = GO, .words = "PSubscribe", .path = "1"},
    {FRAMEWORK_SEND, CHANNEL, .on = GO, .words = "Publish", .path = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_redis_channels = {
    .name = "redis_channels",
    .families = "typescript python go",
    .objects = "",
    .rows = rows,
    .packages = "redis ioredis github.com/redis/go-redis github.com/go-redis/redis",
};
