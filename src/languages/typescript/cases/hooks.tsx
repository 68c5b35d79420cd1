import { useState } from 'react';
import { Card } from './card';

export function List({ items, onPick }: { items: string[]; onPick: (s: string) => void }) {
  const [open, setOpen] = useState(false);
  const pick = (s: string) => { setOpen(!open); onPick(s); };
  return <>{items.map((s) => <Card key={s} onClick={() => pick(s)}>{label(s)}</Card>)}</>;
}
