import knex from 'knex';
import { other } from './furniture';

const db = knex({ client: 'pg' });

export const list = () => db('public.users').where({ id: 1 }).select('email');
export const add = (row) => db('users').insert(row).returning('id');
export const both = () => db.select('*').from('orgs').where('id', 1);
export const made = (name) => db(name).del();
export const nothing = () => db('unknown').del();
export const another = () => other.from('users');
