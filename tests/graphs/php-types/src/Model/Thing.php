<?php
namespace App\Model;

use App\Support as Help;
use App\Support\Tool;
use function App\Support\tidy;

class Thing extends Base
{
    public function __construct()
    {
        parent::__construct(new Store());
        $this->tool = new Tool();
    }

    protected function save(): self
    {
        $this->log('saved');
        $this->store()->put(tidy('x'));
        $this->tool->use();
        Help\Tool::of()->use();
        \App\Support\shared();
        shared_by_all();
        foreach ($this as $part) {
            $part->fit();
        }
        foreach ($this->parts as $part) {
            $part->fit();
        }
        strlen('external');
        (new \ArrayObject())->save();
        return $this;
    }

    public function copy(): self
    {
        return self::make()->save();
    }
}

class Store
{
    public function put($x): void
    {
    }
}

class Part
{
    public function fit(): void
    {
    }
}
