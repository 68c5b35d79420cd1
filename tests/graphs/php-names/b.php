<?php
namespace B;

use A\Same as Other;

function same() {}
class Same { public static function of(): self { return new self(); } public function act() {} }

function run(\A\Same $x, Same $y, Other $z)
{
    same();
    \A\same();
    $x->act();
    $y->act();
    $z->act();
    Other::of()->act();
    \Missing\Same::of()->act();
}
