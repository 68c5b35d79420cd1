<?php

$top = new App();
$top->start();

function assign(array $pairs)
{
    [$a, [$b, $c]] = pair();
    list(, $d) = $pairs;
    ['x' => $e] = $pairs;
    foreach ($pairs as $key => [$left, $right]) {
        $left->go();
    }
    $f ??= new Fallback();
    static $g = 1;
    $closure = function (Item $item) use ($a, &$b) {
        return $item->of($a);
    };
    $arrow = fn (Item $i): Part => $i->part($f);
    try {
        $h = risky();
    } catch (Bad | Worse $error) {
        $error->tell();
    }
    if ($a) {
        $one = new A();
    } else {
        $one = new B();
    }
    $one->act();
    return $closure;
}

function numbers()
{
    yield 1 => new A();
    yield from others();
}
