<?php

function narrow($x, Shape $y)
{
    if ($x instanceof Circle && $x->radius()) {
        $x->grow();
    } elseif (! $y instanceof Square) {
        $y->turn();
    } else {
        $y->side();
    }
    if (! ($x instanceof \App\Line)) {
        return null;
    }
    $x->length();
    assert($y instanceof Square);
    $y->side();
    while (($z = next_one()) instanceof Circle) {
        $z->grow();
    }
    $kind = match (true) {
        $z instanceof Line => $z->length(),
        default => null,
    };

    return $x instanceof Square ? $x->side() : $x;
}
