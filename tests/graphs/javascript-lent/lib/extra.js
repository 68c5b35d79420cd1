module.exports = function (CLI) {
  CLI.open = function () {};
  CLI.prototype.attach = function () {
    const that = this;
    that.exit();
    this.attach();
    CLI.open();
    this.missing();
  };
};
