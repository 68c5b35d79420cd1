class FileContext {
  /**
   * @type {Source}
   */
  source;
  /**
   * @param {Object} config
   * @param {Source} config.source
   */
  constructor({ source }) {
    this.source = source;
  }
  /**
   * @returns {FileContext} new
   */
  extend(extension) {
    return Object.freeze(Object.assign(Object.create(this), extension));
  }
}
exports.FileContext = FileContext;
