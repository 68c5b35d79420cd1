<?php

namespace App\Model;

use App\Contract\{Named, Sized as Measured};
use function App\Support\trim_all;
use const App\Support\LIMIT;

/** A thing. */
abstract class Thing extends Base implements Named, Measured
{
    use Logs, \App\Other\Counts;

    public const KIND = 'thing', OTHER = 2;

    /** @var Part[] */
    private array $parts = [];
    protected static ?Thing $last = null;

    public function __construct(private readonly Store $store, int ...$rest)
    {
        parent::__construct($rest);
        self::$last = $this;
    }

    abstract public function size(): int;

    public static function last(): ?static
    {
        return static::$last ?? new static(new Store());
    }
}

interface Named extends \Stringable
{
    public function name(): string;
}

trait Logs
{
    public function log(string $text): void
    {
        $this->lines[] = $text;
    }
}

enum Suit: string implements Named
{
    case Hearts = 'H';
    case Spades = 'S';

    public function name(): string
    {
        return match ($this) {
            self::Hearts => 'hearts',
            self::Spades => trim_all('spades'),
        };
    }
}
