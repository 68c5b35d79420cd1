import express from 'express';

export const app = express();
app.get('/users', users);
app.delete('/users/:id', users);
function users() {}
