<?php

namespace App;

use App\Own\Schema;

class Store
{
    public function mails($db)
    {
        return $db->select('SELECT id, email, created_at, org_id, phone FROM users');
    }

    public function other($db)
    {
        Schema::create('rooms', function ($table) {
            $table->string('door');
        });
        return $db->select('SELECT door FROM rooms');
    }
}
