let package = Package(name: "Boxes", targets: [.target(name: "Boxes", path: "Source")])
