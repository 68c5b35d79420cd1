export const API = '/api';
export const USERS = API + '/users';
export let changing = '/x';
