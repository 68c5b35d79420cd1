<?php

namespace App;

function run(callable $f, ...$rest)
{
    plain(1, name: 2);
    \strlen('x');
    Sub\helper(...$rest);
    namespace\local();
    Type::make()->next()?->last();
    $f();
    $f->method;
    $f->$name();
    [$f, 'x']();
    new Type;
    new \Other\Type($rest);
    new $f;
    $g = strlen(...);
    $h = $f->method(...);
    (new Type())->go();
    echo "text {$f->inside()} and $rest[0]";
}
