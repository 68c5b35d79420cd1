const Late = require('./late');
Late.run();
Late.load();
