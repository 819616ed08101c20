/// What a domain serves in place of its association file.
///
/// Source: Apple, "Maintaining your environment": status 200, no redirect, the exact bytes.
package enum AssociationFault: Error, Sendable, Hashable {
    /// Another status than 200, which is no redirect.
    case status(Int)
    /// A redirect, which Apple's crawlers don't follow.
    case redirect(Int, to: String?)
    /// Another number of bytes.
    case length(served: Int, registered: Int)
    /// As many bytes, of which one differs; its place, from 0.
    case bytes(firstAt: Int)

    /// Compares a reply with the registered file.
    ///
    /// - Returns: The first fault; nil for the exact file.
    package static func of(
        status: Int, location: String?, served: [UInt8], registered: [UInt8]
    ) -> AssociationFault? {
        if (300..<400).contains(status) { return .redirect(status, to: location) }
        guard status == 200 else { return .status(status) }
        guard served.count == registered.count else {
            return .length(served: served.count, registered: registered.count)
        }
        return zip(served, registered).enumerated().first { $0.element.0 != $0.element.1 }.map {
            .bytes(firstAt: $0.offset)
        }
    }

    /// What differs, and the repair.
    package var sentence: String {
        switch self {
        case .status(let status):
            "The domain answers HTTP \(status). Serve the file with 200, without a login or a firewall in front."
        case .redirect(let status, let location):
            "The domain answers HTTP \(status), a redirect\(location.map { " to \($0)" } ?? ""). Serve the file at the address itself."
        case .length(let served, let registered):
            "The domain serves \(served) bytes, and the registered file has \(registered). Serve the file byte for byte, without a line break of an editor."
        case .bytes(let place):
            "The domain serves another file: byte \(place) differs. If Apple gave you a newer file, give it to `coster merchant domain add`."
        }
    }
}
