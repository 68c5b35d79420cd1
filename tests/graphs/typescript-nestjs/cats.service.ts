export class CatsService {
  all() { return []; }
  one(id: string) { return id; }
}
