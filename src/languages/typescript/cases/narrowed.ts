type Shape = { kind: 'square'; side: number } | { kind: 'circle'; radius: number };

export function area(shape: Shape | null, box: Box | string): number {
  if (!shape) return zero();
  if (shape.kind === 'square') return shape.side;
  if (typeof box === 'string') return box.length;
  if (box instanceof Small) return box.size();
  if ('grow' in box) box.grow();
  switch (shape.kind) { case 'circle': return round(shape.radius); default: return never(shape); }
}
