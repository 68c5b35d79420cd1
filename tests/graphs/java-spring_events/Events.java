package shop;

class Sold { final int id; Sold(int id) { this.id = id; } }
class SoldTwice extends Sold { SoldTwice(int id) { super(id); } }
class Lost {}
