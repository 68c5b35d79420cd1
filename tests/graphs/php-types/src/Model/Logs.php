<?php
namespace App\Model;

trait Logs
{
    private function log(string $text): void
    {
        $this->save();
    }
}
