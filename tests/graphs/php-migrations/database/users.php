<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('users', function (Blueprint $table) {
            $table->id();
            $table->string('email')->unique();
            $table->index(['email']);
            $table->timestamps();
        });
        Schema::table('users', function (Blueprint $table) {
            $table->foreignId('org_id')->constrained('orgs');
            $table->dropColumn('phone');
        });
        Schema::create($this->name, function (Blueprint $table) {
            $table->string('unknown');
        });
    }
};
