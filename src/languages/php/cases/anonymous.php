<?php
namespace App;

$made = new class(1) extends Base implements Loud {
  public function __construct(private int $n) {}
  public function go() { return $this->n + make()->go(); }
};
$made->go();
$class = 'Box';
new $class();
$method = 'go';
$made->$method();
Box::{$method}();
[$made, 'go']();
(clone $made)->go();
