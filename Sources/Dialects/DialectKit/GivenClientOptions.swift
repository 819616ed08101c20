/// The options that an operator gave to name a client.
package struct GivenClientOptions: Sendable, Hashable {
    private let dialect: String
    private let values: [ClientOption: String]

    package init(_ values: [ClientOption: String], of dialect: String) {
        self.values = values
        self.dialect = dialect
    }

    package subscript(option: ClientOption) -> String? { values[option] }

    /// The value of an option that the dialect needs.
    package func required(_ option: ClientOption) throws(ClientNamingError) -> String {
        guard let value = values[option], !value.isEmpty else {
            throw .usage("A client of \(dialect) needs \(option.flag). Add it.")
        }
        return value
    }

    /// The user of HTTP Basic.
    ///
    /// Source: RFC 7617, 2: a user-id has no colon, since the first one ends it.
    package func basicUser() throws(ClientNamingError) -> String {
        let user = try required(.user)
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw .invalid(
                "A user of HTTP Basic has no colon; give a --user that is as the client sends it.")
        }
        return user
    }

    /// Refuses options that a client of the protocol doesn't have.
    package func requireOnly(_ options: Set<ClientOption>) throws(ClientNamingError) {
        let stray = ClientOption.allCases.first { values[$0] != nil && !options.contains($0) }
        guard let stray else { return }
        throw .usage("A client of \(dialect) has no \(stray.flag). Leave it out.")
    }
}
