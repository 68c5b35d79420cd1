const Queries = {
  start() { this.quote(); this.start(); this.missing(); }
};
module.exports = Queries;
