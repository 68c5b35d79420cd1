<?php

interface Shape
{
    public function area();
}

class Circle implements Shape
{
    public function area() { return 1; }
    public function radius() { return 2; }
}

class Square implements Shape
{
    public function area() { return 3; }
    public function side() { return 4; }
}

class Line
{
    public function area() { return 0; }
}

function measure(Shape $shape, $other, ?Line $line)
{
    if ($shape instanceof Circle) {
        $shape->radius();
    } else {
        $shape->area();
    }
    if (! $other instanceof Square) {
        return $line?->area();
    }
    $other->side();
    $one = $line ?? new Circle();
    $one->area();
    $what = $shape instanceof Square ? $shape->side() : $shape->area();
    $unknown = something();
    $unknown->area();
    return match (true) {
        $shape instanceof Square => $shape->side(),
        default => 0,
    };
}

enum Kind
{
    case Small;
    case Large;

    public function label(): string { return $this->name; }
    public static function usual(): self { return self::Small; }
}

function kinds(): string
{
    return Kind::Large->label() . Kind::usual()->label();
}
