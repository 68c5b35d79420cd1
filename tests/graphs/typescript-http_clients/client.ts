import axios from 'axios';
import ky from 'ky';
import { HttpClient } from '@angular/common/http';

export const typed = () => axios.get<string[]>('/users');
export const told = (id: string) => axios({ url: `/users/${id}`, method: 'delete' });
export const kind = () => ky('/users');

export class Service {
  constructor(private http: HttpClient) {}
  list() {
    return this.http.get<string[]>('/users');
  }
}

// No request: another object of the same members.
export const own = new Map([['/users', 1]]).get('/users');
