const _ = require('lodash');
const Base = require('./base');
const Model = Base.extend({
  save() { this.isNew(); this.save(); this.forge(); },
  fetch: function () { return this.save(); }
}, {
  forge() {}
});
Model.later = function () {};
const Settings = Base.extend({ strict: true });
const options = _.extend({ at() {} }, Base);
const User = Model.extend({ name() { this.fetch(); this.isNew(); } });
new User().save();
new User().name();
new Model().name();
Model.forge();
Model.later();
User.make();
Settings.save();
options.at();
options.isNew();
