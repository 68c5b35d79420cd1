class Furniture
  def build(db)
    create_table :kitchen do |t|
      t.legs :four
    end
    db.execute("SELECT four FROM kitchen")
  end
end
