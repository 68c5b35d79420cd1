export const Mutation = {
  async addUser(_, args) { return args; },
};
