<?php
require_once __DIR__ . '/util.php';
include 'near.php';
require $path;

define('LIMIT', 10);
const SIDE = 4;
function run($x = LIMIT) { global $total; static $count = 0; return helper($x) + SIDE; }
if (!function_exists('late')) { function late() { return run(); } }
late();
