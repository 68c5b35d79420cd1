import axios from 'axios';

export const save = () => axios.put('/users/1');
