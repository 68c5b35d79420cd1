import { Controller, Get } from '@nestjs/common';

// Another application's, which has no prefix.
@Controller('dogs')
export class DogsController {
  @Get()
  list() {}
}
