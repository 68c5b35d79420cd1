import Foundation
@testable import struct Shop.Item

/// A thing.
public class Thing<T: Named>: Base, Sized where T: Hashable {
  static let shared = Thing()
  private(set) var name: String = make()
  let parts: [Part]
  var table: [String: Part]? { didSet { refresh() } }
  var label: String {
    get { describe(name) }
    set { name = newValue.trimmed() }
  }

  public init(name: String, count n: Int = 0, _ rest: Part...) {
    super.init(name: name)
    self.name = name
    setup(n)
  }

  convenience init?(_ text: String) { self.init(name: text) }
  deinit { close() }
  func run(with tool: Tool, then done: @escaping (Int) -> Void) throws -> Self { return self }
  static func build() -> Thing<T> { Thing<T>(name: "x") }
  subscript(i: Int) -> Part { parts[i].copy() }
}

extension Thing.Inner: Named { func inner() { outer() } }

protocol Named: AnyObject {
  associatedtype Element
  var name: String { get }
  func show(at place: Int) -> String
}

extension Named {
  func show(at place: Int) -> String { name }
}

indirect enum Tree: Int {
  case leaf = 1, other
  case node(Tree, value: Part)
  func walk() { switch self { case .leaf: stop(); case .node(let left, _): left.walk(); default: break } }
}

typealias Handler = (Tree) -> Part
struct Point { var x = 0; mutating func move(by d: Int) { x += d } }
