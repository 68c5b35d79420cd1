export class Line {
  on(name: string, done: () => void) {}
  emit(name: string) {}
}

export function ring(line: Line) {
  line.emit('stopped');
}
