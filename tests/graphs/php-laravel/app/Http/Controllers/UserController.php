<?php

namespace App\Http\Controllers;

class UserController extends Controller
{
    public function index() {}
    public function show($id) {}
}

class Controller
{
    public function update() {}
}

class PhotoController
{
    public function index() {}
    public function show() {}
    public function store() {}
    public function update() {}
}

class ShowHome
{
    public function __invoke() {}
}

/* Of the same name as one in another namespace. */
class AuthController
{
    public function login() {}
}
