<?php

namespace Lib;

class Route
{
    public static function get($path, $handler) {}
}
