<?php

use Illuminate\Support\Facades\Route;

function users() { return []; }

Route::get('users', fn () => users());
Route::prefix('admin')->group(function () {
    Route::get('users', fn () => users());
});
