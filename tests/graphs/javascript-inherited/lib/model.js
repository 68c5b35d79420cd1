// Functions that others inherit from: what heirs are given is there for `this`.
'use strict';
const Query = require('./query');
function Model(doc) { this.doc = doc; }
Model.prototype.save = function() { this.hook(); this.missing(); };
Model.find = function find(c) {
  const mq = new this.Query({}); // an heir has it
  mq.setOptions(c);
  return mq.findOne(c);
};
Model.compile = function compile(name) {
  let model;
  if (typeof name === 'function') {
    model = name;
  } else {
    model = function model(doc) { Model.call(this, doc); };
  }
  Object.setPrototypeOf(model, Model);
  Object.setPrototypeOf(model.prototype, Model.prototype);
  model.prototype.hook = function() {};
  model.Query = function() { Query.apply(this, arguments); };
  Object.setPrototypeOf(model.Query.prototype, Query.prototype);
  model.find(1);
  model.save(); // its instances have it, not the function
  new model.Query().findOne();
  new model().save();
  return model;
};
function helper() { return new this.constructor(); } // nobody says whose it is
Model.prototype.copy = function() { return new this.constructor().save(); };
Model.prototype.later = function(list) {
  list.forEach(function() { this.save(); }.bind(this));
  list.forEach(function() { this.save(); }, this);
  list.forEach(function() { this.save(); }); // nobody gives it
};
const bare = Object.create(Model.prototype);
bare.save();
module.exports = { Model, helper };
