class Box : Base {
  [string]$Label
  Box([string]$label) { $this.Label = $label }
  [string] Show([int]$n) { return $this.Other($n) }
  [string] Other([int]$n) { return $this.Label }
  static [Box] Make() { return [Box]::new('x') }
}
$made = [Box]::Make()
$made.Show(1)
