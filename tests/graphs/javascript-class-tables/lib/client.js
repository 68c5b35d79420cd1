const sockets = require('./sockets');
const req = sockets.socket('req');
req.connect();
req.send();
req.missing();
