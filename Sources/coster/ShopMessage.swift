/// One request of a shop.
struct ShopMessage: Sendable {
    /// What it is, for a person.
    let title: String
    /// The path under the server's address.
    let path: String
    /// Header fields.
    let headers: [(name: String, value: String)]
    /// The body.
    let body: String
}

/// What a shop reads in replies; the shop's own eye, not a parser of ours.
struct ShopReply: Sendable {
    let status: Int
    let body: String

    /// The text of the first XML element of that name.
    func text(_ element: String) -> String? {
        let openings = ["<\(element)>", "<\(element) "].compactMap { body.firstRange(of: $0) }
        guard let start = openings.min(by: { $0.lowerBound < $1.lowerBound }),
            let open = body[body.index(before: start.upperBound)...].firstIndex(of: ">"),
            let end = body[open...].firstRange(of: "</\(element)>")
        else { return nil }
        return String(body[body.index(after: open)..<end.lowerBound])
    }

    /// The value of the first XML attribute of that name.
    func attribute(_ name: String) -> String? { text(after: " \(name)=\"") }

    /// The text of the first JSON member of that name.
    func member(_ name: String) -> String? { text(after: "\"\(name)\":\"") }

    private func text(after opening: String) -> String? {
        guard let start = body.firstRange(of: opening),
            let end = body[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return String(body[start.upperBound..<end])
    }
}
