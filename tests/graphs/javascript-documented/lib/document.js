'use strict';
class Document { get() {} }
class Twice { run() {} }
class Error { path() {} }
module.exports = Document;
