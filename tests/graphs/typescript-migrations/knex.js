exports.up = function (knex) {
  return knex.schema
    .createTable('users', (t) => {
      t.increments();
      t.string('email').notNullable().index();
      t.unique(['email']);
    })
    .then(() => knex.schema.alterTable('users', (t) => { t.integer('age'); t.dropColumn('phone'); }));
};

exports.rooms = (shop) => shop.createTable('rooms', (t) => { t.legs('four'); });

exports.down = (knex) => knex.schema.dropTable('users');
