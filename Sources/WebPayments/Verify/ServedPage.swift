/// A page or a file as a client of the web gets it.
package struct ServedPage: Sendable {
    package let status: Int
    /// Header fields in order; names in lower case.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The values of a header, in order; the name in lower case.
    package func values(of name: String) -> [String] {
        headers.filter { $0.name == name }.map(\.value)
    }
}
