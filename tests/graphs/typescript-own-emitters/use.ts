import { Lists, Sets } from './bus';

const lists = new Lists();
const sets = new Sets();
lists.on('saved', saved);
sets.subscribe('gone', gone);

function saved() {}
function gone() {}
