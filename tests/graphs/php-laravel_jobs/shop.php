<?php

namespace App;

use App\Jobs\Plain;
use App\Jobs\SendMail;

class Shop
{
    public function sell(int $id): void
    {
        SendMail::dispatch($id);
        SendMail::dispatch($id)->onQueue('mails');
        Plain::dispatch($id);
    }
}
