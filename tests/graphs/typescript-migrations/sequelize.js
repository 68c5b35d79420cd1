module.exports = {
  up: async (queryInterface, Sequelize) => {
    await queryInterface.createTable('orgs', { id: { type: Sequelize.INTEGER }, title: Sequelize.TEXT });
    await queryInterface.addColumn('orgs', 'city', { type: Sequelize.TEXT });
  },
};
