<?php
namespace App;

enum Side: string implements Named {
  case Left = 'l';
  case Right = 'r';
  const FIRST = self::Left;
  public static function make(string $s): self { return self::from($s); }
  public function flip(): Side { return match($this) { Side::Left => Side::Right, default => other() }; }
}

echo Side::make('l')->flip()->value;
