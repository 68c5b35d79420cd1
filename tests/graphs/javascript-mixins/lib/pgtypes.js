module.exports = Base => {
  class DECIMAL extends Base.DECIMAL { toSql() { super.toSql(); this.up(); } }
  return { DECIMAL };
};
