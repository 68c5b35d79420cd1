import { createApp, Rt, Local } from './web';
import { API, USERS, changing } from './paths';

export function list() {}
export function show() {}
export function never() {}

const app = createApp();
const router = Rt();
app.get(USERS, list);
app.get(`${API}/posts`, list);
router.get('/:id', show);
app.use(API + '/items', router);
/* Made at run time, or no router of the package. */
app.get(`${API}/${changing}`, never);
app.get(changing + '/y', never);
Local().get('/z', never);
