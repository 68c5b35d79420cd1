import express from 'express';

const app = express();
export function show() {}
export function make() {}
export function drop() {}
app.get('/api/posts/:id', show);
app.post('/api/posts', make);
app.delete('/api/posts/:id', drop);
app.get('/posts', show);
