import CardConnect
import InstaMed
import Merchants
import PaymentDomain
import Radial
import Vantiv

/// How an operator names a client in each dialect, and what the dialect makes of it.
package enum ClientNames {
    /// The dialects, as the command line calls them.
    static let dialects = ["radial", "vantiv", "instamed", "cardconnect"]

    /// The operator's input.
    package struct Given {
        package var store: String?
        package var user: String?
        package var merchantID: String?
        package var storeID: String?
        package var terminalID: String?
        package var paypageID: String?
        package var merchid: String?
        package var site: String?

        package init(
            store: String? = nil, user: String? = nil, merchantID: String? = nil,
            storeID: String? = nil, terminalID: String? = nil, paypageID: String? = nil,
            merchid: String? = nil, site: String? = nil
        ) {
            self.store = store
            self.user = user
            self.merchantID = merchantID
            self.storeID = storeID
            self.terminalID = terminalID
            self.paypageID = paypageID
            self.merchid = merchid
            self.site = site
        }

        /// Refuses what the dialect, or what is asked of it, has no use for.
        ///
        /// - Throws: Exit code 64, with the option.
        func requireOnly(_ options: Set<String>, _ dialect: String) throws(CosterFailure) {
            let given = [
                ("--store", store), ("--user", user), ("--merchant-id", merchantID),
                ("--store-id", storeID), ("--terminal-id", terminalID),
                ("--paypage-id", paypageID), ("--merchid", merchid), ("--site", site),
            ]
            guard let stray = given.first(where: { $0.1 != nil && !options.contains($0.0) })
            else { return }
            throw CosterFailure(
                .usage, "The option \(stray.0) is of no use here with \(dialect); leave it out.")
        }
    }

    /// The options that name a client.
    private static let options: [String: Set<String>] = [
        "radial": ["--store"], "vantiv": ["--user", "--merchant-id", "--paypage-id"],
        "instamed": ["--user", "--merchant-id", "--store-id", "--terminal-id"],
        "cardconnect": ["--user", "--merchid", "--site"],
    ]

    /// How many characters a dialect has room for in a secret.
    ///
    /// Source: litleOnline and cnpOnline XSDs, authentication: a password has at most 20.
    package static func roomForSecret(in dialect: String) -> Int { dialect == "vantiv" ? 20 : .max }

    /// The names of a client: the one with a secret first, then those that only say whose a request
    /// is.
    ///
    /// - Throws: Exit code 64, with the option that is missing or the dialects that there are; 65 for a name that no
    ///   client can have.
    package static func names(
        _ given: Given, in dialect: String, of merchant: MerchantID
    ) throws(CosterFailure) -> [ClientIdentity] {
        if let options = options[dialect] { try given.requireOnly(options, dialect) }
        var names: [ClientIdentity] = []
        func add(_ name: String, _ details: [String] = [], isOpen: Bool = false)
            throws(CosterFailure)
        {
            do throws(MerchantFault) {
                names.append(
                    try ClientIdentity(
                        dialect: dialect, name: name, merchant: merchant, details: details,
                        isOpen: isOpen))
            } catch {
                throw CosterFailure(error)
            }
        }
        switch dialect {
        case "radial":
            try add(try required(given.store, "--store", dialect))
        case "vantiv":
            let user = try required(given.user, "--user", dialect)
            let id = try required(given.merchantID, "--merchant-id", dialect)
            guard VantivIdentity.canCarry(user: user, merchantID: id) else {
                throw CosterFailure(.badIdentity)
            }
            try add(VantivIdentity.user(user, merchantID: id))
            if let paypage = given.paypageID {
                try add(try paypageName(paypage), isOpen: true)
            }
        case "instamed":
            let outlet = try outlet(given)
            try add(outlet.user)
            try add(outletName(outlet), place(outlet), isOpen: true)
        case "cardconnect":
            try add(try basicUser(given, dialect))
            let merchid = try required(given.merchid, "--merchid", dialect)
            try add(try merchidName(merchid), isOpen: true)
            if let site = given.site { try add(try cardSecureName(of: site), isOpen: true) }
        default: throw noDialect
        }
        for name in names where SandboxMerchant.owns(name) {
            throw CosterFailure(
                .badInput,
                "refused: \(MerchantFault.identityTaken.code): The name \(name.name) is the sandbox's own client's; choose another."
            )
        }
        return names
    }

    /// Names of a merchant that need no secret: a paypage, an outlet, a merchid, a site.
    ///
    /// - Throws: As ``names(_:in:of:)``.
    package static func openNames(
        _ given: Given, in dialect: String, of merchant: MerchantID
    ) throws(CosterFailure) -> [ClientIdentity] {
        let names: [String]
        switch dialect {
        case "radial":
            throw CosterFailure(
                .usage,
                "Every client that speaks radial has a secret: end it with coster merchant credential revoke."
            )
        case "vantiv":
            try given.requireOnly(["--paypage-id"], dialect)
            names = [try paypageName(try required(given.paypageID, "--paypage-id", dialect))]
        case "instamed":
            try given.requireOnly(options[dialect] ?? [], dialect)
            names = [outletName(try outlet(given))]
        case "cardconnect":
            try given.requireOnly(["--merchid", "--site"], dialect)
            let merchid = try given.merchid.map(merchidName)
            let site = try given.site.map(cardSecureName)
            names = [merchid, site].compactMap { $0 }
            guard !names.isEmpty else {
                throw CosterFailure(.usage, "Give --merchid or --site, or both.")
            }
        default: throw noDialect
        }
        do throws(MerchantFault) {
            return try names.map { (name) throws(MerchantFault) in
                try ClientIdentity(
                    dialect: dialect, name: name, merchant: merchant, isOpen: true)
            }
        } catch {
            throw CosterFailure(error)
        }
    }

    private static var noDialect: CosterFailure {
        CosterFailure(
            .usage,
            "There is no dialect of this name; give one of \(dialects.joined(separator: ", ")).")
    }

    /// The InstaMed outlet of a client's name, or nil if it isn't one.
    static func outlet(
        _ identity: ClientIdentity, appleMerchantIdentifier: String?
    ) -> InstaMedOutlet? {
        guard identity.name.hasPrefix(outletPrefix), identity.details.count == 4 else { return nil }
        return InstaMedOutlet(
            user: identity.details[0], merchantID: identity.details[1],
            storeID: identity.details[2], terminalID: identity.details[3],
            applePayMerchantIDs: Set([appleMerchantIdentifier].compactMap { $0 }))
    }

    /// No user of HTTP Basic has a colon, so that nobody logs in as an outlet.
    private static let outletPrefix = "outlet:"

    private static func outlet(_ given: Given) throws(CosterFailure) -> InstaMedOutlet {
        let user = try basicUser(given, "instamed")
        let id = try required(given.merchantID, "--merchant-id", "instamed")
        guard
            let outlet = InstaMedOutlet(
                user: user, merchantID: id, storeID: given.storeID ?? "1",
                terminalID: given.terminalID ?? "1", applePayMerchantIDs: [])
        else {
            throw CosterFailure(
                .badInput,
                "InstaMed's merchantID, storeID and terminalID are short printable texts; copy them from the client's configuration."
            )
        }
        guard !outlet.user.isEmpty else {
            throw CosterFailure(
                .badInput,
                "InstaMed's user is what comes before the @; give a --user that has something there."
            )
        }
        return outlet
    }

    private static func place(_ outlet: InstaMedOutlet) -> [String] {
        [outlet.user, outlet.merchantID, outlet.storeID, outlet.terminalID]
    }

    private static func outletName(_ outlet: InstaMedOutlet) -> String {
        outletPrefix + place(outlet).joined(separator: ":")
    }

    /// As eProtect takes it; a `/` in it would make it a user, and one without a password.
    private static func paypageName(_ paypage: String) throws(CosterFailure) -> String {
        guard paypage.utf8.allSatisfy(isLetterOrDigit) else {
            throw CosterFailure(.badInput, "A paypageId is letters and digits alone.")
        }
        return VantivIdentity.paypage(paypage)
    }

    private static func merchidName(_ merchid: String) throws(CosterFailure) -> String {
        guard CardConnectIdentity.canCarry(merchid: merchid) else {
            throw CosterFailure(.badIdentity)
        }
        return CardConnectIdentity.merchant(merchid)
    }

    /// Source: RFC 7617, 2: a user-id has no colon, since the first one ends it.
    private static func basicUser(
        _ given: Given, _ dialect: String
    ) throws(CosterFailure) -> String {
        let user = try required(given.user, "--user", dialect)
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw CosterFailure(
                .badInput,
                "A user of HTTP Basic has no colon; give a --user that is as the client sends it.")
        }
        return user
    }

    /// The name of a client that reaches CardSecure under a host; `*` is any host that no other client has. A host that
    /// no client sends would leave the merchant's cards with another one.
    private static func cardSecureName(of site: String) throws(CosterFailure) -> String {
        if site == "*" { return CardConnectIdentity.cardSecureSite }
        guard CardConnectIdentity.canCarry(site: site) else {
            throw CosterFailure(
                .badInput,
                "A site is the host that clients of CardSecure send, without https:// and path; give it as SITE.example, or * for any."
            )
        }
        return CardConnectIdentity.cardSecure(site: site)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    private static func required(
        _ value: String?, _ option: String, _ dialect: String
    ) throws(CosterFailure) -> String {
        guard let value, !value.isEmpty else {
            throw CosterFailure(.usage, "A client that speaks \(dialect) needs \(option); add it.")
        }
        return value
    }
}
