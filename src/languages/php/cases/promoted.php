<?php
namespace App\Models;

use App\Base as Model;
use App\Util\{Tidy, Wide as W};
use function App\help;
use const App\LIMIT;

#[Table('users')]
final readonly class User extends Model implements \JsonSerializable {
  public function __construct(private string $name, protected ?Box $box = null, public int|string $id = LIMIT) { parent::__construct(help()); }
  public function grow(): ?Box { return $this->box?->grow(Tidy::make(), new W($this->name)); }
  public function __get($key) { return $this->{$key}; }
}
