<?php

namespace App\Listeners;

use App\Events\OrderLost;
use App\Events\OrderShipped;

class SendNote
{
    public function handle(OrderShipped $event): void {}

    public function other(OrderShipped $event): void {}
}

class Search
{
    public function __invoke(OrderLost $event): void {}
}
