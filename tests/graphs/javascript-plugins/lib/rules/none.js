// What the package itself makes is called there, and what a list is given is none of ours.
const host = require('@host/core');
const { Source } = require('../source');
const made = host.rule();
made.report(new Source());
[].concat(new Source());
module.exports = {
  report(subject) { subject.first(1); },
  concat(other) { other.first(2); },
};
