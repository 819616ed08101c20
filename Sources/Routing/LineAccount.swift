import PaymentDomain

/// The acquirer's system that a line leads to, and our account there.
package enum LineAccount: Sendable, Hashable {
    case worldpay(ServiceAccount)
    case cybersource(ServiceAccount)
    case iso8583(HostAccount)

    /// The account of a user.
    ///
    /// - Throws: ``LineFault/optionOfOtherKind`` for a kind without users.
    init(_ kind: LineKind, _ service: ServiceAccount) throws(LineFault) {
        switch kind {
        case .worldpay: self = .worldpay(service)
        case .cybersource: self = .cybersource(service)
        case .iso8583: throw .optionOfOtherKind
        }
    }

    package var kind: LineKind {
        switch self {
        case .worldpay: .worldpay
        case .cybersource: .cybersource
        case .iso8583: .iso8583
        }
    }

    /// The user's account; nil for a kind without users.
    package var service: ServiceAccount? {
        switch self {
        case .worldpay(let service), .cybersource(let service): service
        case .iso8583: nil
        }
    }

    /// The hosts of an acquirer; nil for a service.
    package var hosts: HostAccount? {
        switch self {
        case .worldpay, .cybersource: nil
        case .iso8583(let hosts): hosts
        }
    }

    /// The address or the hosts, as an operator writes them.
    package var address: String {
        switch self {
        case .worldpay(let service), .cybersource(let service): "\(service.address)"
        case .iso8583(let hosts): hosts.hosts.map(\.description).joined(separator: ", ")
        }
    }

    /// Whether the account can have these texts.
    func check(_ mode: LineMode) throws(LineFault) {
        guard let service else { return }
        let room = kind.fieldCharacters
        guard isPrintable(service.user, upTo: room.user),
            service.reportGroup.map({ isPrintable($0, upTo: room.reportGroup) }) ?? true
        else { throw .badField }
        guard service.address.isEncrypted || mode == .test else { throw .badAddress }
        guard !kind.isOfOtherMode(service.address, than: mode) else { throw .addressOfOtherMode }
    }
}

/// A user of an acquirer's service over HTTPS.
package struct ServiceAccount: Sendable, Hashable {
    package let address: LineAddress
    package let user: String
    /// The group of its payments in the acquirer's reports.
    package let reportGroup: String?
}

/// The hosts of an acquirer to which links are held open.
package struct HostAccount: Sendable, Hashable {
    /// The preferred host, then those that take its place.
    package let hosts: [HostAddress]
    /// How many links there are to each.
    package let links: Int
    /// Whether the links are TLS.
    package let isEncrypted: Bool
    /// The profile as JSON: how messages look, and which there are. Nobody has read it.
    package let profile: String

    /// - Throws: ``LineFault/badLineHosts`` for no host, too many hosts or one twice, and for a number of links that isn't
    ///   in ``RoutingLimits/links``; ``LineFault/badLineProfile`` for a profile that is longer than
    ///   ``RoutingLimits/profileBytes``, or isn't ASCII.
    package init(
        hosts: [HostAddress], links: Int = 1, isEncrypted: Bool = true, profile: String
    ) throws(LineFault) {
        guard (1...RoutingLimits.hosts).contains(hosts.count), Set(hosts).count == hosts.count,
            RoutingLimits.links.contains(links)
        else { throw .badLineHosts }
        guard (1...RoutingLimits.profileBytes).contains(profile.utf8.count),
            profile.utf8.allSatisfy({ $0 < 0x80 })
        else { throw .badLineProfile }
        self.hosts = hosts
        self.links = links
        self.isEncrypted = isEncrypted
        self.profile = profile
    }
}
