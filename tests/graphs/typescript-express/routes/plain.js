// Without the package nothing is a route, whatever it is called.
const router = makeRouter();
router.get('/nothing', show);
function show() {}
