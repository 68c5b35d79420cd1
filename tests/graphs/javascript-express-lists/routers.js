const express = require('express');

const open = express.Router();
open.get('/open', (req, res) => res.end());
const other = express.Router();
other.get('/other', (req, res) => res.end());

exports.open = open;
exports.more = [{ router: other }];
exports.made = () => [{ path: '/made', router: open }];
