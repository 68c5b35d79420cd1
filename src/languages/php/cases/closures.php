<?php
namespace App;

$add = function (int $a, int ...$rest) use ($scale, &$total): int { return keep($a * $scale); };
$short = fn($x) => twice($x);
$add(1);
$short(2);
array_map($short, [1]);
array_map('twice', [1]);
usort($xs, [Box::class, 'compare']);
$first = strlen(...);
(function () { tidy(); })();
