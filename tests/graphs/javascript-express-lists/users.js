const express = require('express');
const { create, show } = require('./controllers');

const router = express.Router();
router.route('/').post(create);
router.get('/:id', show);

module.exports = router;
