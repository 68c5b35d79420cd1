import { NestFactory } from '@nestjs/core';

async function start() {
  const app = await NestFactory.create(Object);
  app.setGlobalPrefix('api');
}
