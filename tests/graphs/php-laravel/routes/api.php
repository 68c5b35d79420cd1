<?php

Route::group(['namespace' => 'Api', 'prefix' => 'v1'], function () {
    Route::post('login', 'AuthController@login');
    Route::resource('tags', 'TagController', ['only' => ['index']]);
    Route::get('gone', 'NoController@index');
});
