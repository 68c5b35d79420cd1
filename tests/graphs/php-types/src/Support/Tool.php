<?php
namespace App\Support;

class Tool
{
    public static function of(): Tool
    {
        return new self();
    }

    public function use(): void
    {
        $run = fn (Tool $t) => $t->use();
        $run($this);
    }
}
