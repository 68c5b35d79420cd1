@testable import Boxes
import Elsewhere
func check() { Use().run(); Missing().run() }
