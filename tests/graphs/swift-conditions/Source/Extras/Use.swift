struct Use {
    let box = Box()
    func run() { box.write() }
}
