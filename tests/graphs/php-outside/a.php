<?php
// What an interface has from outside is what the one class that implements it has.
namespace App;

use Vendor\ConfigurationProvider;

interface Environment extends ConfigurationProvider { public function own(); }
class Main implements Environment { public function own() {} public function getConfiguration() {} }

interface Map extends \Countable {}
class First implements Map { public function count(): int { return 1; } }
class Second implements Map { public function count(): int { return 2; } }

interface Closed {}
class Only implements Closed { public function extra() {} }

function used(Environment $environment, Map $map, Closed $closed) {
    $environment->own();
    $environment->getConfiguration();
    $map->count();
    $closed->extra();
}
