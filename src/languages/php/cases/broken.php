<html><?php if ($x): ?><b><?= $x->name() ?></b><?php endif ?>
<?php
class Half {
    public function one( {
        $this->two(
    }
    public function three() { return $this->one(); }
