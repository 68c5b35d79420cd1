<?php
namespace One {
    const LIMIT = 3;
    function first() { return second(); }
}
namespace Two {
    use One\{function first, const LIMIT};
    require_once __DIR__ . '/bootstrap.php';
    #[Attribute(LIMIT)]
    class Marker {}
    first();
}
