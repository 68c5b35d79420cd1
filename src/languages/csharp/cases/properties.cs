class P {
    int size;
    public int Size { get { return Read(); } set { size = Check(value); } }
    public int Twice => Size * 2;
    public Item this[int index] { get => Find(index); }
    public static P operator +(P a, P b) => a.Join(b);
    public event EventHandler Changed;
    void Use(P p) { p[0].Run(); p.Size = 1; }
}
