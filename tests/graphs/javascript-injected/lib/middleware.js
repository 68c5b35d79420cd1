function runner(reporter, clock, server) {
  return function () {
    reporter.add();
    clock.tick();
    server.stop();
  };
}
runner.$inject = ['reporter', 'clock', 'server'];
function other(reporter) { reporter.add(); }
other.$inject = ['clock'];
exports.runner = runner;
exports.other = other;
