import { prisma, PrismaService, Cache } from "./db";

export const list = () => prisma.user.findMany({ where: { email: "x" } });
export async function add(email: string) { return prisma.user.create({ data: { email } }); }
export class Posts {
  constructor(private readonly db: PrismaService, private cache: Cache) {}
  drop() { return this.db.post.deleteMany(); }
  cached() { return this.cache.user.findMany(); }
  missing() { return this.db.comment.findMany(); }
  made(name: string) { return (this.db as any)[name].findMany(); }
}
export const unknown = (prisma: any) => prisma.post.findMany();
