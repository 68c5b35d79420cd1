<?php
namespace App\Support;

function tidy(string $x): string
{
    return shared();
}

function shared(): string
{
    return '';
}
