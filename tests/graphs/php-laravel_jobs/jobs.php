<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;

class SendMail implements ShouldQueue
{
    use Dispatchable;

    public function handle(): void {}
}

class Plain
{
    public static function dispatch(int $id): void {}

    public function handle(): void {}
}
