export const settings = { Query: 1, Mutation: { on: true } };
