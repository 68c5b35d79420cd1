class Half
  def one(
    two(
  end
  def three; one end
