<?php

namespace App\Http\Controllers\Api;

class AuthController
{
    public function login() {}
}

class TagController
{
    public function index() {}
}
