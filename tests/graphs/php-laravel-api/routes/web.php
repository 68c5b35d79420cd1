<?php

use Illuminate\Support\Facades\Route;

Route::get('home', fn () => home());

function home() { return ''; }
