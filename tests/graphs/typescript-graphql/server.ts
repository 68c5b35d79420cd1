import { ApolloServer } from '@apollo/server';
import { Mutation } from './mutation';
import { loadUsers, wrap, orders } from './load';

const typeDefs = `
  type Query { users: [User] }
`;

const resolvers = {
  Query: {
    users: (_, args) => loadUsers(args),
    me(_, args, context) { return loadUsers(context); },
    orders,
    wrapped: wrap(loadUsers),
    version: '1.0',
  },
  Mutation,
  Subscription: { added: { subscribe: () => loadUsers({}) } },
  User: { posts: () => loadUsers({}) },
};

new ApolloServer({ typeDefs, resolvers });
