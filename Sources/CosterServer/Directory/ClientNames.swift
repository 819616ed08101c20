import DialectKit
import Merchants
import PaymentDomain

/// How an operator names a client in each dialect, and what the dialect makes of it.
package enum ClientNames {
    /// The dialects by name.
    package static var protocols: [String] { Dialects.clients.map(\.dialect) }

    /// The dialects, as the command line calls them: `a, b or c`.
    package static var dialects: String {
        let names = protocols
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// The help of an option: which dialects have it, and what it is there.
    package static func help(_ option: ClientOption) -> String {
        var helps: [(text: String, dialects: [String])] = []
        for naming in Dialects.clients {
            guard let text = naming.options[option] else { continue }
            if let same = helps.firstIndex(where: { $0.text == text }) {
                helps[same].dialects.append(naming.dialect)
            } else {
                helps.append((text, [naming.dialect]))
            }
        }
        return helps.map { "\($0.dialects.joined(separator: ", ")): \($0.text)" }
            .joined(separator: " ")
    }

    /// The options that name something without a secret, for a help page: `of a --paypage-id; of …`.
    package static var openOptions: String {
        Dialects.clients.filter { !$0.openOptions.isEmpty }.map { naming in
            let flags = ClientOption.allCases.filter(naming.openOptions.contains).map(\.flag)
            return "of \(naming.dialect) \(flags.joined(separator: ", "))"
        }.joined(separator: "; ")
    }

    /// The paths of the relays for apps, for a help page.
    package static var relays: String { Dialects.relays.joined(separator: ", ") }

    /// How many characters a dialect has room for in a secret.
    package static func roomForSecret(in dialect: String) -> Int {
        Dialects.clients(of: dialect)?.longestSecret ?? .max
    }

    /// The names of a client: the one with a secret first, then those that only say whose a request
    /// is.
    ///
    /// - Throws: Exit code 64, with the option that is missing or the dialects that there are; 65 for a name that no
    ///   client can have.
    package static func names(
        _ given: [ClientOption: String], in dialect: String, of merchant: MerchantID
    ) throws(CosterFailure) -> [ClientIdentity] {
        let naming = try naming(of: dialect)
        let names = try made { () throws(ClientNamingError) in
            let given = GivenClientOptions(given, of: dialect)
            try given.requireOnly(Set(naming.options.keys))
            return try naming.names(given)
        }
        let identities = try identities(names, dialect, merchant)
        for name in identities where SandboxMerchant.owns(name) {
            throw CosterFailure(
                .badInput,
                "refused: \(MerchantFault.identityTaken.code): The name \(name.name) belongs to the sandbox's own client. Choose another name."
            )
        }
        return identities
    }

    /// Names of a merchant that need no secret: a paypage, an outlet, a merchid, a site.
    ///
    /// - Throws: As ``names(_:in:of:)``.
    package static func openNames(
        _ given: [ClientOption: String], in dialect: String, of merchant: MerchantID
    ) throws(CosterFailure) -> [ClientIdentity] {
        let naming = try naming(of: dialect)
        let names = try made { () throws(ClientNamingError) in
            let given = GivenClientOptions(given, of: dialect)
            if !naming.openOptions.isEmpty { try given.requireOnly(naming.openOptions) }
            return try naming.openNames(given)
        }
        return try identities(
            names.map { ClientName($0, isOpen: true) }, dialect, merchant)
    }

    /// The secret of a client, from a new random text or from the operator's own.
    package static func secret(
        _ text: String, isNew: Bool, of given: [ClientOption: String], in dialect: String
    ) throws(CosterFailure) -> String {
        let naming = try naming(of: dialect)
        return try made { () throws(ClientNamingError) in
            try naming.secret(text, isNew: isNew, of: GivenClientOptions(given, of: dialect))
        }
    }

    private static func naming(of dialect: String) throws(CosterFailure) -> any ClientNaming {
        guard let naming = Dialects.clients(of: dialect) else {
            let names = dialects
            throw CosterFailure(.usage, "Unknown protocol '\(dialect)'. Use \(names).")
        }
        return naming
    }

    private static func made<Value>(
        _ body: () throws(ClientNamingError) -> Value
    ) throws(CosterFailure) -> Value {
        do throws(ClientNamingError) {
            return try body()
        } catch {
            throw switch error {
            case .usage(let message): CosterFailure(.usage, message)
            case .invalid(let message): CosterFailure(.badInput, message)
            case .badName: CosterFailure(.badIdentity)
            }
        }
    }

    private static func identities(
        _ names: [ClientName], _ dialect: String, _ merchant: MerchantID
    ) throws(CosterFailure) -> [ClientIdentity] {
        do throws(MerchantFault) {
            return try names.map { (name) throws(MerchantFault) in
                try ClientIdentity(
                    dialect: dialect, name: name.name, merchant: merchant,
                    details: name.details, isOpen: name.isOpen)
            }
        } catch {
            throw CosterFailure(error)
        }
    }
}
