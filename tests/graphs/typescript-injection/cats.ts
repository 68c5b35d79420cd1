import { Controller, Get, Injectable, Inject } from '@nestjs/common';

@Injectable()
export class CatsService {
  all() { return []; }
}

/* Of the same member, but nobody asked for it. */
@Injectable()
export class DogsService {
  all() { return []; }
}

export abstract class Store {
  abstract save(): void;
}

@Injectable()
export class DiskStore extends Store {
  save() {}
}

@Controller('cats')
export class CatsController {
  @Inject() private readonly late: CatsService;

  constructor(private readonly cats: CatsService, private store: Store, @Inject('UNTYPED') private other: any) {}

  @Get()
  list() {
    this.store.save();
    this.late.all();
    this.other.all();
    return this.cats.all();
  }
}
