ActiveRecord::Schema.define(version: 1) do
  create_table "users", force: :cascade do |t|
    t.string "email", "phone", null: false
    t.references :org
    t.timestamps
    t.index ["email"], name: "by_email"
  end
end
