<?php

class Node
{
    private $next;
    private static int $count = 0;

    public function __construct()
    {
        $this->next = new Node();
        $this->made = make();
        self::$count++;
        static::$count = Node::LIMIT;
    }

    public function walk()
    {
        $this->next->next->walk();
        $kind = Node::class;
        $object = new class($this) extends Node implements Walks {
            public function walk()
            {
                parent::walk();
            }
        };

        return $object;
    }
}
