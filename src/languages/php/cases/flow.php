<?php
function flow(array $xs): int {
  foreach (items($xs) as $key => [$a, 'b' => $b]) { keep($key, $a, $b); }
  for ($i = 0, $n = count($xs); $i < $n; $i++): keep($i); endfor;
  while (ready()) { if (skip()) continue; else break; }
  do { step(); } while (check());
  switch (kind($xs)) { case 1: one(); break; default: two(); }
  try { risky(); } catch (Wrong | \Error $e) { note($e->getMessage()); } finally { tidy(); }
  $y = $xs['a'] ?? fallback();
  yield from gen($y);
  return $xs ? keep($y) : throw new Wrong("no {$y} " . name());
}
?>
<p><?= keep($title) ?></p>
