const express = require('express');
const users = require('./users');
const { ping } = require('./controllers');
const routers = require('./routers');

const app = express();
const listed = [
  { path: '/users', router: users },
  { path: `/${process.env.NAME}`, router: routers.open },
];
listed.forEach((each) => {
  app.use(each.path, each.router);
});
for (const each of routers.more) app.use('/more', each.router);
app.get('/ping', ping.bind(app));

// No route: a list that the program makes.
routers.made().forEach((each) => app.use(each.path, each.router));
