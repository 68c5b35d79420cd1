enum Wrong: Error { case missing(String) }

func load(_ path: String) async throws -> Data {
    do {
        let data = try await fetch(path)
        return parse(data)
    } catch Wrong.missing(let why) {
        note(why)
    } catch {
        note(error)
    }
    throw Wrong.missing(name())
}
