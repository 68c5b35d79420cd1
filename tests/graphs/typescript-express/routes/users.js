const { Router } = require('express');
const handlers = require('../handlers');
const admin = require('./admin');

const router = Router();
const BASE = '/all';

router.get('/:id', handlers.auth, handlers.show);
router.route('/').get(handlers.list).post(wrap(handlers.make));
router.all(BASE, handlers.list);
router.use('/admin', admin);

function wrap(handler) { return (req, res) => handler(req, res); }

module.exports = router;
