<?php

namespace App;

use App\Own\DB as Own;
use Illuminate\Support\Facades\DB;

class Builder
{
    public function list()
    {
        return DB::table('users')->where('id', 1)->get();
    }

    public function add()
    {
        DB::table('users')->where('id', 1)->update(['email' => 'x']);
    }

    public function other()
    {
        return Own::table('users')->get();
    }
}
