import { Args, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';

@Resolver(() => User)
export class UsersResolver {
  @Query(() => [User])
  users() { return []; }

  @Query(() => User, { name: 'user' })
  findOne(@Args('id') id: string) { return id; }

  @Query('bySchema')
  schemaFirst() { return 1; }

  @Mutation()
  createUser() { return 1; }

  @ResolveField()
  posts() { return []; }
}
