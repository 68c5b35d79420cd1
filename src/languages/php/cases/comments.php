<?php

/**
 * @template T of Node
 */
class Reader
{
    /** @var array<string, Node>|null */
    private $nodes;

    /**
     * @param Node|null                     $first
     * @param list<Node>                    $rest
     * @param \Generator<int, Node, void, T> $all
     * @param callable(Node): Leaf          $make
     * @param array{a: Node, b: string}     $shape
     * @return $this
     */
    public function read($first, array $rest, $all, $make, $shape)
    {
        /** @var Leaf $leaf */
        $leaf = $this->make();
        /** @var Node $node */
        foreach ($all as $node) {
            $node->visit();
        }
        $leaf->fall();

        return $this;
    }

    /** @return (Node|Leaf)[] */
    public function both(): array
    {
        return [];
    }

    /** @return array<Unclosed, */
    public function broken()
    {
    }
}
