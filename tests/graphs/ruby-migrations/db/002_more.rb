class More < ActiveRecord::Migration[7.0]
  def change
    add_column :users, :age, :integer
    add_reference :users, :team
    create_table table_name do |t|
      t.string :unknown
    end
    change_table :users do |t|
      t.boolean :admin
      t.remove :phone
    end
  end
end
