<?php
namespace App\Model;

abstract class Base implements \IteratorAggregate
{
    use Logs;

    /** @var Part[] */
    protected array $parts = [];

    public function __construct(protected Store $store)
    {
    }

    public static function make(): static
    {
        return new static(new Store());
    }

    public function store(): Store
    {
        return $this->store;
    }

    /** @return \Traversable<Part> */
    public function getIterator(): \Traversable
    {
        yield from $this->parts;
    }

    abstract protected function save(): self;
}
