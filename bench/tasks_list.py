"""Ten tasks of bench/tasks, as data.

goal     what the agent is told; every word and line number in an argument
         must stand here or in an earlier answer, which bench/tasks checks
facts    what it must have seen in the end:
         "file:12 text"      that line's place, or the line itself
         "file:12|20 text"   one of these lines
         "file:12-20 text"   all of these lines, word for word
         "file"              the file's name
         `text` stands on the first of the lines, to check the fact itself
fathom   calls: tool, arguments
grep     calls without fathom: ("rg", pattern, path, options), ("read", file,
         line) and ("sh", command). A read shows up to 200 lines from a little
         above the line on, or the whole file
change   an edit made to a copy of the checkout beforehand: file, old, new
history  the checkout must be a clone"""

SEPARATE = "gson/src/main/java/com/google/gson/FieldNamingPolicy.java"
READER = "gson/src/main/java/com/google/gson/stream/JsonReader.java"
TESTS = "gson/src/test/java/com/google/gson"

CURSOR = "CURSOR"  # stands for the one that the answer before named

TASKS = [
    {
        "id": "callers", "repository": "prometheus",
        "title": "all users of a method whose name ten other types have too",
        "goal": "Give Manager.ApplyConfig in scrape/manager.go another parameter: list all places that call it or take "
                "it as a value, tests included.",
        "facts": [
            "cmd/prometheus/main.go:1158 scrapeManager.ApplyConfig", "scrape/helpers_test.go:370 ApplyConfig",
            "scrape/manager_test.go:695 ApplyConfig", "scrape/manager_test.go:704 ApplyConfig",
            "scrape/manager_test.go:713 ApplyConfig", "scrape/manager_test.go:722 ApplyConfig",
            "scrape/manager_test.go:1347 ApplyConfig", "scrape/manager_test.go:1769 ApplyConfig",
            "scrape/manager_test.go:2018 ApplyConfig", "scrape/scrape_test.go:7154 ApplyConfig",
            "scrape/scrape_test.go:8061 ApplyConfig",
        ],
        "fathom": [
            ("symbol", {"name": "Manager.ApplyConfig", "file": "scrape/manager.go", "code": False}),
        ],
        "grep": [("rg", r"\.ApplyConfig\b", ".", "-g *.go")],
    },
    {
        "id": "tests", "repository": "gson", "history": True,
        "title": "which tests to run after a change",
        "goal": "Something was edited and is not yet committed. Which test classes exercise it, directly or through what "
                "calls it?",
        "change": (SEPARATE, "if (Character.isUpperCase(character) && translation.length() != 0)",
                   "if (translation.length() != 0 && Character.isUpperCase(character))"),
        "facts": [f"{TESTS}/FieldNamingPolicyTest.java", f"{TESTS}/functional/FieldNamingTest.java",
                  f"{TESTS}/functional/NamingPolicyTest.java"],
        "fathom": [("impact", {"diff": True, "max_chars": 6000})],
        "grep": [
            ("sh", "git diff"),
            ("rg", "FieldNamingPolicy", ".", "-l -g *Test.java"),
        ],
    },
    {
        "id": "setting", "repository": "django",
        "title": "which setting it is, and where it takes effect, asked without its name",
        "goal": "A request with too many form fields is refused by django. Which setting limits the number of fields, "
                "and where is the limit enforced?",
        "facts": [
            "django/conf/global_settings.py:326 DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000",
            "django/core/exceptions.py:66 class TooManyFieldsSent",
            "django/http/request.py:606 max_num_fields", "django/http/request.py:624 raise TooManyFieldsSent",
            "django/http/multipartparser.py:199 DATA_UPLOAD_MAX_NUMBER_FIELDS",
            "django/http/multipartparser.py:206 raise TooManyFieldsSent",
        ],
        "fathom": [
            ("search", {"pattern": "too.?many|number.?(of.?)?fields", "mode": "regex", "path": "django"}),
        ],
        "grep": [("rg", "too.?many|number.?(of.?)?fields", "django", "-i -g *.py")],
    },
    {
        "id": "interface", "repository": "prometheus",
        "title": "how a request gets through an interface to what handles it",
        "goal": "Samples of a remote write request arrive at the route \"/write\" of the web API. Follow them through "
                "the handler to the interface method that appends a sample, and to what implements it in tsdb.",
        "facts": [
            'web/api/v1/api.go:489 r.Post("/write"', "web/api/v1/api.go:2174-2180 remoteWrite(",
            "web/api/v1/api.go:379 remote.NewWriteHandler", "storage/remote/write_handler.go:60 func NewWriteHandler",
            "storage/remote/write_handler.go:95 Store(", "storage/remote/write_handler.go:149-218 write(",
            "storage/remote/write_handler.go:220-236 appendV1Samples(",
            "storage/interface.go:424 Append(", "tsdb/head_append.go:437 (a *headAppender) Append(",
        ],
        "fathom": [
            ("search", {"pattern": '"/write"', "path": "web"}),
            ("symbol", {"name": "API.remoteWrite"}),
            ("search", {"pattern": "remoteWriteHandler", "path": "web"}),
            ("symbol", {"name": "NewWriteHandler"}),
            ("symbol", {"name": "writeHandler"}),
            ("symbol", {"name": "writeHandler.write"}),
            ("symbol", {"name": "writeHandler.appendV1Samples"}),
        ],
        "grep": [
            ("rg", '"/write"', "web", ""),
            ("rg", r"\) remoteWrite\(", "web", "-A 6 -g *.go"),
            ("rg", "remoteWriteHandler", "web", "-g *.go"),
            ("rg", r"func NewWriteHandler\(", ".", "-g *.go"),
            ("read", "storage/remote/write_handler.go", 60),
            ("rg", r"Append\(ref", "storage/interface.go", ""),
            ("rg", r"\) Append\(", "tsdb", "-g !*_test.go"),
        ],
    },
    {
        "id": "command", "repository": "redis",
        "title": "understand a file of 4,055 lines enough to add a command to it",
        "goal": "Add a stream command to src/t_stream.c that, like XDEL, deletes entries. See which x...Command "
                "functions there are, how XDEL is done and registered, where its helpers are and which tests it has.",
        "facts": [
            "src/t_stream.c:3534-3591 void xdelCommand(", "src/t_stream.c:1996 xaddCommand",
            "src/t_stream.c:3616 xtrimCommand", "src/t_stream.c:2834 xackCommand",
            "src/t_stream.c:1948 streamParseStrictIDOrReply", "src/t_stream.c:1334 streamDeleteItem",
            "src/t_stream.c:375 streamGetEdgeID", "src/t_stream.c:362 streamCompareID", "src/db.c:183 lookupKeyWriteOrReply",
            "src/server.h:3858 xdelCommand", "src/commands/xdel.json:2-20 XDEL", "tests/unit/type/stream.tcl",
        ],
        "fathom": [
            ("find", {"query": "x*Command", "path": "src/t_stream.c", "limit": 50}),
            ("symbol", {"name": "xdelCommand"}),
            ("search", {"pattern": "xdelCommand"}),
            ("zoom", {"target": "src/commands/xdel.json", "depth": 2}),
            ("search", {"pattern": "XDEL", "path": "tests", "limit": 20}),
        ],
        "grep": [
            ("rg", r"^void x\w+Command\(", "src/t_stream.c", ""),
            ("rg", "xdelCommand", ".", ""),
            ("read", "src/t_stream.c", 3534),
            ("rg", r"^\w.*\b(streamParseStrictIDOrReply|streamDeleteItem|streamGetEdgeID|streamCompareID|"
                   r"lookupKeyWriteOrReply)\(", "src", ""),
            ("read", "src/commands/xdel.json", 8),
            ("rg", "XDEL", "tests", "-l"),
        ],
    },
    {
        "id": "implementers", "repository": "prometheus",
        "title": "what implements an interface, by its own methods or an embedded type's",
        "goal": "The interface Discoverer in discovery is to get a second method. Which types under discovery "
                "implement it, themselves or by embedding one that does? Tests aside.",
        "facts": [
            "discovery/consul/consul.go:175|332 Discovery", "discovery/discovery.go:166|168 staticDiscoverer",
            "discovery/file/file.go:166|239 Discovery", "discovery/kubernetes/endpoints.go:37|262 Endpoints",
            "discovery/kubernetes/endpointslice.go:38|224 EndpointSlice", "discovery/kubernetes/ingress.go:34|117 Ingress",
            "discovery/kubernetes/kubernetes.go:255|389 Discovery", "discovery/kubernetes/node.go:41|97 Node",
            "discovery/kubernetes/pod.go:46|189 Pod", "discovery/kubernetes/service.go:36|123 Service",
            "discovery/refresh/refresh.go:38|67 Discovery", "discovery/xds/xds.go:99|111 fetchDiscovery",
            "discovery/zookeeper/zookeeper.go:140|201 Discovery",
            "discovery/aws/ec2.go:185|186 EC2Discovery", "discovery/aws/ecs.go:222|223 ECSDiscovery",
            "discovery/aws/elasticache.go:278|279 ElasticacheDiscovery",
            "discovery/aws/lightsail.go:137|138 LightsailDiscovery", "discovery/aws/msk.go:189|190 MSKDiscovery",
            "discovery/aws/rds.go:302|303 RDSDiscovery", "discovery/azure/azure.go:173|174 Discovery",
            "discovery/dns/dns.go:109|110 Discovery", "discovery/eureka/eureka.go:120|121 Discovery",
            "discovery/gce/gce.go:136|137 Discovery", "discovery/hetzner/hcloud.go:56|57 hcloudDiscovery",
            "discovery/hetzner/hetzner.go:136|137 Discovery", "discovery/hetzner/robot.go:47|48 robotDiscovery",
            "discovery/http/http.go:107|108 Discovery", "discovery/ionos/server.go:55|56 serverDiscovery",
            "discovery/linode/linode.go:126|127 Discovery", "discovery/marathon/marathon.go:133|134 Discovery",
            "discovery/moby/docker.go:122|123 DockerDiscovery", "discovery/moby/dockerswarm.go:116|117 Discovery",
            "discovery/nomad/nomad.go:110|111 Discovery", "discovery/oci/oci.go:230|231 Discovery",
            "discovery/ovhcloud/dedicated_server.go:54|55 dedicatedServerDiscovery",
            "discovery/ovhcloud/vps.go:67|68 vpsDiscovery", "discovery/puppetdb/puppetdb.go:132|133 Discovery",
            "discovery/scaleway/baremetal.go:32|33 baremetalDiscovery",
            "discovery/scaleway/instance.go:62|63 instanceDiscovery", "discovery/stackit/server.go:49|50 iaasDiscovery",
            "discovery/stackit/stackit.go:124|125 Discovery", "discovery/triton/triton.go:140|141 Discovery",
            "discovery/uyuni/uyuni.go:101|102 Discovery", "discovery/vultr/vultr.go:110|111 Discovery",
        ],
        "fathom": [
            ("symbol", {"name": "Discoverer", "code": False}),
            ("symbol", {"name": "Discoverer", "code": False, "cursor": CURSOR}),
        ],
        "grep": [
            ("rg", "type Discoverer interface", "discovery", "-A 6 -g *.go"),
            ("rg", r"\) Run\(.*targetgroup\.Group", "discovery", "-g !*_test.go"),
            ("rg", r"^\t\*?(\w+\.)?Discovery$", "discovery", "-B 1 -g *.go"),
        ],
    },
    {
        "id": "together", "repository": "gson", "history": True,
        "title": "what changes together with a file",
        "goal": f"Which files changed most often in the same commits as {READER}? Ten commits or more.",
        "facts": [f"{TESTS}/stream/JsonReaderTest.java", "gson/src/main/java/com/google/gson/stream/JsonWriter.java",
                  "gson/src/main/java/com/google/gson/Gson.java", "gson/src/main/java/com/google/gson/GsonBuilder.java",
                  "gson/src/main/java/com/google/gson/internal/bind/JsonTreeReader.java"],
        "fathom": [
            ("call", {"query": "files changed in the same commits"}),
            ("call", {"name": "cochange", "arguments": {"path": READER}}),
        ],
        "grep": [
            ("sh", f"git log --format= --name-only --full-diff -- {READER} | sort | uniq -c | sort -rn | head -20"),
        ],
    },
    {
        "id": "constant", "repository": "excalidraw",
        "title": "a constant and all its uses",
        "goal": "Where is SHIFT_LOCKING_ANGLE defined and where is it used?",
        "facts": ["packages/common/src/constants.ts:25 SHIFT_LOCKING_ANGLE"]
                 + [f"packages/element/src/resizeElements.ts:{n} SHIFT_LOCKING_ANGLE" for n in (223, 224, 418, 419)]
                 + [f"packages/element/src/sizeHelpers.ts:{n} SHIFT_LOCKING_ANGLE"
                    for n in (141, 142, 167, 168, 174, 175, 180, 185, 191)],
        "fathom": [("search", {"pattern": "SHIFT_LOCKING_ANGLE"})],
        "grep": [("rg", "SHIFT_LOCKING_ANGLE", ".", "")],
    },
    {
        "id": "path", "repository": "redis",
        "title": "the calls from one function to another",
        "goal": "By which calls, at which lines, does readQueryFromClient get to call, which runs a command?",
        "facts": [
            "src/networking.c:2718 readQueryFromClient", "src/networking.c:2847 processInputBuffer(c)",
            "src/networking.c:2622 processInputBuffer", "src/networking.c:2676 processCommandAndResetClient(c)",
            "src/networking.c:2564 processCommandAndResetClient", "src/networking.c:2568 processCommand(c)",
            "src/server.c:3903 processCommand", "src/server.c:4225 call(c,flags)", "src/server.c:3543 void call(",
        ],
        "fathom": [("trace", {"from": "readQueryFromClient", "to": "call"})],
        "grep": [
            ("rg", r"\bcall\(c, ?\w+\)|^void call\(|^void readQueryFromClient\(", "src", "-g *.c"),
            ("read", "src/networking.c", 2718),
            ("rg", r"^\w.*\bprocessInputBuffer\(", "src/networking.c", ""),
            ("read", "src/networking.c", 2622),
            ("rg", r"^\w.*\bprocessCommandAndResetClient\(", "src", "-g *.c"),
            ("read", "src/networking.c", 2564),
            ("rg", r"^\w.*\bprocessCommand\(", "src", "-g *.c"),
        ],
    },
    {
        "id": "outline", "repository": "vue-core",
        "title": "outline a package",
        "goal": "Which functions and classes does packages/reactivity/src export?",
        "facts": [
            f"packages/reactivity/src/{place}" for place in (
                "computed.ts:198 computed", "computed.ts:47 ComputedRefImpl", "dep.ts:67 class Dep", "dep.ts:262 track",
                "dep.ts:294 trigger", "effect.ts:87 ReactiveEffect", "effect.ts:484 effect", "effect.ts:512 stop",
                "effectScope.ts:6 EffectScope", "effectScope.ts:207 effectScope", "effectScope.ts:227 onScopeDispose",
                "reactive.ts:87 reactive", "reactive.ts:143 shallowReactive", "reactive.ts:209 readonly",
                "reactive.ts:391 toRaw", "reactive.ts:420 markRaw", "ref.ts:64 ref", "ref.ts:100 shallowRef",
                "ref.ts:192 triggerRef", "ref.ts:229 unref", "ref.ts:249 toValue", "ref.ts:361 toRefs", "ref.ts:500 toRef",
                "watch.ts:120 watch", "watch.ts:333 traverse")],
        "fathom": [("zoom", {"target": "packages/reactivity/src", "kind": ["function", "class"]})],
        "grep": [("rg", r"^export (abstract |async )?(function|class)\b", "packages/reactivity/src", "")],
    },
]
