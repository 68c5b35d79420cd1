<?php

use App\Http\Controllers\ShowHome;
use App\Http\Controllers\UserController;
use App\Http\Controllers\PhotoController;
use Illuminate\Support\Facades\Route;
use Lib\Route as OtherRoute;

Route::get('/', ShowHome::class);
Route::get('users/{id}', [UserController::class, 'show'])->name('users.show');
Route::match(['put', 'patch'], 'user', [UserController::class, 'update']);
Route::get('hello', function () {
    return greet();
});

Route::middleware('auth')->prefix('admin')->group(function () {
    Route::get('users', [UserController::class, 'index']);
    Route::controller(PhotoController::class)->group(function () {
        Route::get('pictures', 'index');
    });
    Route::prefix('deep')->post('x', [UserController::class, 'update']);
});

Route::resource('photos', PhotoController::class)->only(['index', 'show']);
Route::apiResource('photos.comments', PhotoController::class)->except('destroy');

/* No router, and paths that nobody knows. */
OtherRoute::get('no', [UserController::class, 'index']);
Route::get($path, [UserController::class, 'index']);
Route::resource('things', PhotoController::class)->only($some);
$cache->get('users', 'index');

function greet() { return 1; }
