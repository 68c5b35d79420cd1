'use strict';
/** @param {Twice} unclear which of the two */
function more(unclear) { unclear.run(); }
class Outer { path() {} }

/**
 * @param {Error} error the language's own
 */
function failed(error) { error.path(); }
