const express = require('express');
const api = require('./routes/users');
const { ping } = require('./handlers');
const client = require('./client');

const app = express();

app.use('/api', express.Router().use('/users', api));
app.get('/health', (req, res) => { res.json(ping()); });

// No route: the path is made at run time, the receiver is another, there is no handler.
app.get(process.env.ROUTE, ping);
client.get('/users', ping);
app.get('title');

module.exports = app;
