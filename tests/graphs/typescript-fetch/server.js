const express = require('express');
const app = express();
app.get('/api/items', list);
app.post('/api/items', make);
app.get('/api/items/:id', show);
function list() {}
function make() {}
function show() {}
