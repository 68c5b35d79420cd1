'use strict';
// A Node process that fathom starts itself. Ends when its input does, which
// whoever started it holds.
require('./fathom-gate.js').serve({name: process.argv[2], show: false});
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
