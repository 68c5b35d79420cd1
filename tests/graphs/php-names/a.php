<?php
namespace A;

function same() {}
class Same { public static function of(): self { return new self(); } public function act() {} }
