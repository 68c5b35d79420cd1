<?php

namespace App\Http;

use App\Events\OrderLost;
use App\Events\OrderShipped;
use Illuminate\Support\Facades\Event;

class Orders
{
    public function ship(Queue $queue): void
    {
        OrderShipped::dispatch();
        event(new OrderShipped());
        Event::dispatch(new OrderLost());
        $queue->dispatch(new OrderLost());
        OrderLost::dispatch();
    }

    // not in the folder of listeners
    public function handle(OrderShipped $event): void {}
}

class Queue
{
    public function dispatch(object $what): void {}
}
