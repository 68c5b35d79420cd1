import { Controller, Inject } from '@nestjs/common';
import { ClientGrpc, GrpcMethod, GrpcStreamMethod } from '@nestjs/microservices';
import { GrpcMethod as Other } from './other';

interface HeroService {
  findOne(item: unknown): unknown;
}

@Controller()
export class Heroes {
  private heroes: HeroService;

  constructor(@Inject('HERO') private readonly client: ClientGrpc, private readonly cache: Map<string, string>) {}

  onModuleInit() {
    this.heroes = this.client.getService<HeroService>('HeroService');
  }

  call() {
    const direct = this.client.getService<any>('shop.HeroService');
    direct.findMany({});
    return this.heroes.findOne({});
  }

  @GrpcMethod('HeroService', 'FindOne')
  one(data: unknown) { return data; }

  @GrpcStreamMethod('HeroService')
  findMany(data: unknown) { return data; }

  @GrpcMethod('NobodyService', 'FindOne')
  nobody(data: unknown) { return data; }

  @Other('HeroService', 'FindOne')
  other(data: unknown) { return data; }
}
