<?php
namespace App;

trait Loud {
  private int $volume = 1;
  abstract public function name(): string;
  public static function make(): static { return new static(); }
  public function shout() { return $this->name() . self::level(); }
}

class Box {
  use Loud, Quiet { Loud::shout insteadof Quiet; Quiet::shout as protected whisper; }
  public function name(): string { return $this->whisper() . parent::name() . static::make()->shout(); }
}
