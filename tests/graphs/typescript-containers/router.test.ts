import { table } from './router';
function fake() {}
table['fake'] = fake;
