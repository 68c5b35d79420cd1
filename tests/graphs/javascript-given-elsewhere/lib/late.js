// Loaded when it is needed, and another name for what is exported.
let Route = null;
let Other;
var Late = exports;
function make() { return new Route(1); }
function other() { Other ||= require('./pg'); return new Other(); }
Late.load = function () { Route = Route || require('./client'); return make().help(); };
function run() { return Late.load(); }
Late.run = run;
