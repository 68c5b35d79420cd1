import { Body, Controller, Get as Read, Post, Get } from '@nestjs/common';
import { CatsService } from './cats.service';
import { Delete } from './decorators';

@Controller('cats')
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Get()
  all() { return this.cats.all(); }

  @Get(':id')
  one(id: string) { return this.cats.one(id); }

  @Post(['new', 'make'])
  make(@Body() cat: object) { return cat; }

  // No route: the decorator is the project's own, the path is made at run time.
  @Delete(':id')
  remove(id: string) { return id; }

  @Get(path())
  other() { return 1; }
}

@Controller({ path: 'health' })
export class HealthController {
  @Get('live')
  live() { return true; }
}

function path() { return 'x'; }
