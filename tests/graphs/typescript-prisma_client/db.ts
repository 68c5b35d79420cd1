import { PrismaClient } from "@prisma/client";

export const prisma = new PrismaClient();
export class PrismaService extends PrismaClient {}
export class Cache { user = { findMany() { return []; } }; }
