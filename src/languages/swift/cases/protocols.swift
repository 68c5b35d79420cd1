protocol Shape: AnyObject {
    associatedtype Unit
    var side: Int { get set }
    static var count: Int { get }
    func area() -> Int
    init(side: Int)
}

extension Shape {
    func twice() -> Int { return area() * 2 }
}

extension Shape where Unit == Int {
    func only() -> Int { twice() }
}
