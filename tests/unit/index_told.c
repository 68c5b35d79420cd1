/* Endpoints, services, jobs, schedules and resolvers are told in one file and used in
 * another: after every change the index holds what a new one would, also in files
 * that did not change. */
#include "tests/unit/index_dump.h"

static Index *open_tree(void) { return dump_open_at(tree_root, true); }

/* The cache is shared by all indexes of a tree: a new one needs another. */
static Str fresh_dump(void) {
  static unsigned count;
  Str kept = tree_cache;
  tree_cache = str_format(&tree_arena, "%s/cache-%u", tree_base, count++);
  mkdir(str_to_c(&tree_arena, tree_cache), 0700);
  AUTO(Index) index = open_tree();
  tree_ok(index_refresh(&tree_job, index));
  Str text = dump_text(index);
  tree_cache = kept;
  return text;
}

/* The dump has this line, or not; and is what a new index gives. */
static void expect(Index *index, const char *line, bool is_there) {
  tree_ok(index_refresh(&tree_job, index));
  Str found = dump_text(index), fresh = fresh_dump();
  if (!str_eq(found, fresh)) fail_msg("after changes:\n%.*s\nmade anew:\n%.*s", STR_ARG(found), STR_ARG(fresh));
  if (str_contains(found, str_from_c(line)) != is_there) fail_msg("%s: %s\n%.*s", is_there ? "missing" : "there", line, STR_ARG(found));
}

#define API(name)                                                                    \
  "import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';\n"      \
  "export const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl: '/' }),\n"    \
  "  endpoints: (b) => ({ " name ": b.query({ query: () => 'posts' }) }) });\n"

static void test_endpoints(void **state) {
  (void)state;
  tree_write("api.ts", API("getPost"));
  tree_write("page.ts", "import { api } from './api';\nexport function page() { api.useGetPostQuery(); }\n");
  AUTO(Index) index = open_tree();
  expect(index, "page@2 links api.ts:ENDPOINT getPost@3 by table wired api.ts:3", true);
  tree_write("api.ts", API("getUser"));
  expect(index, "by table", false);
  tree_write("api.ts", "\n" API("getPost"));
  expect(index, "page@2 links api.ts:ENDPOINT getPost@4 by table wired api.ts:4", true);
  tree_write("api.ts", "export const api = { useGetPostQuery() {} };\n");
  expect(index, "ENDPOINT", false);
}

#define SERVER(functions)                          \
  "const grpc = require('@grpc/grpc-js');\n"       \
  "const shop = grpc.loadPackageDefinition(x).a;\n" \
  "function buy() {}\n"                            \
  "const server = new grpc.Server();\n"            \
  "server.addService(shop.Shop.service, " functions ");\n"

static void test_services(void **state) {
  (void)state;
  tree_write("shop.proto", "service Shop {\n  rpc Buy(A) returns (A);\n}\n");
  tree_write("server.js", SERVER("{}"));
  AUTO(Index) index = open_tree();
  expect(index, "by service", false);
  tree_write("server.js", SERVER("{ buy }"));
  expect(index, "Shop.Buy@2 links server.js:buy@3 by service wired server.js:5", true);
  tree_write("server.js", SERVER("{ sell: buy }"));
  expect(index, "by service", false);
  tree_write("heroes.ts", "import { GrpcMethod } from '@nestjs/microservices';\nclass Heroes {\n  @GrpcMethod('Shop', 'Buy')\n  one() {}\n}\n");
  expect(index, "Shop.Buy@2 links heroes.ts:Heroes.one@4 by service wired heroes.ts:4", true);
  tree_write("heroes.ts", "import { GrpcMethod } from '@nestjs/microservices';\nclass Heroes {\n  @GrpcMethod('Shop', 'Sell')\n  one() {}\n}\n");
  expect(index, "by service", false);
}

static void test_jobs(void **state) {
  (void)state;
  tree_write("names.ts", "export const MAILS = 'mails';\n");
  tree_write("work.ts", "import { Process, Processor } from '@nestjs/bull';\n@Processor('mails')\nexport class Work {\n  @Process('hello')\n  hello() {}\n}\n");
  tree_write("send.ts", "import { InjectQueue } from '@nestjs/bull';\nimport { Queue } from 'bull';\nimport { MAILS } from './names';\n"
                        "export class Sender {\n  constructor(@InjectQueue(MAILS) private queue: Queue) {}\n  send() { this.queue.add('hello', {}); }\n}\n");
  AUTO(Index) index = open_tree();
  expect(index, "Sender.send@6 links work.ts:JOB mails/hello@4 by event wired work.ts:4", true);
  tree_write("names.ts", "export const MAILS = 'other';\n");
  expect(index, "by event", false);
  tree_write("names.ts", "export const MAILS = 'mails';\n");
  expect(index, "by event", true);
}

static void test_schedules(void **state) {
  (void)state;
  tree_write("tasks.py", "from celery import shared_task\n\n@shared_task\ndef send():\n    return 1\n");
  tree_write("settings.py", "CELERY_BEAT_SCHEDULE = {'often': {'task': 'tasks.send'}}\n");
  AUTO(Index) index = open_tree();
  expect(index, "SCHEDULE often@1 links tasks.py:TASK tasks.send@3 by event", true);
  tree_write("tasks.py", "from celery import shared_task\n\n@shared_task\ndef take():\n    return 1\n");
  expect(index, "by event", false);
  tree_write("tasks.py", "def send():\n    return 1\n");
  expect(index, "route SCHEDULE", false);
}

#define RESOLVER(type) "package graph\ntype Resolver struct{}\nfunc (r *Resolver) Query() " type " { return &queryResolver{r} }\n"

static void test_resolvers(void **state) {
  (void)state;
  tree_write("go.mod", "module example.com/a\n");
  tree_write("main.go", "package main\nimport _ \"github.com/99designs/gqlgen/graphql\"\nfunc main() {}\n");
  tree_write("graph/a.go", RESOLVER("QueryResolver"));
  tree_write("graph/b.go", "package graph\ntype queryResolver struct{ *Resolver }\nfunc (r *queryResolver) Users() int { return 1 }\n");
  tree_write("schema.graphql", "type Query {\n  users: Int\n}\n");
  AUTO(Index) index = open_tree();
  expect(index, "Query.users@2 links graph/b.go:QUERY users@3 by request", true);
  tree_write("graph/a.go", RESOLVER("Other"));
  expect(index, "QUERY users", false);
}

#define OPEN(body) "const { A, B } = require('./types');\nfunction open(done) { " body " }\nmodule.exports = { open };\n"
#define POOL(body) "class A { run() {} }\nclass Pool {\n  constructor() { this.items = []; }\n  fill() { " body " }\n}\nmodule.exports = { Pool };\n"

/* What a function of another file hands to a callback, or puts into its list. */
static void test_handed(void **state) {
  (void)state;
  tree_write("types.js", "class A { run() {} }\nclass B { run() {} }\nmodule.exports = { A, B };\n");
  tree_write("open.js", OPEN("done(1);"));
  tree_write("use.js", "const { open } = require('./open');\nfunction use() { open(x => x.run()); }\n");
  tree_write("pool.js", POOL(""));
  tree_write("drain.js", "const { Pool } = require('./pool');\nfunction drain() { new Pool().items[0].run(); }\n");
  AUTO(Index) index = open_tree();
  expect(index, "calls types.js", false);
  tree_write("open.js", OPEN("done(new A());"));
  expect(index, "use@2 calls types.js:A.run@1 by type", true);
  tree_write("open.js", OPEN("done(new B());"));
  expect(index, "use@2 calls types.js:B.run@2 by type", true);
  tree_write("open.js", OPEN(""));
  expect(index, "calls types.js", false);
  tree_write("open.js", OPEN("done(new A());"));
  expect(index, "use@2 calls types.js:A.run@1 by type", true);
  tree_write("pool.js", POOL("this.items.push(new A());"));
  expect(index, "drain@2 calls pool.js:A.run@1 by type", true);
  tree_write("pool.js", POOL("this.items.push(1);"));
  expect(index, "calls pool.js:A.run", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_endpoints), tree_test(test_services), tree_test(test_jobs), tree_test(test_schedules), tree_test(test_resolvers),
                                     tree_test(test_handed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
