const Api = require('./api');
const God = require('./god');
const { One, Two } = require('./makes');
new Api().attach();
God.alive();
Api.attach();
