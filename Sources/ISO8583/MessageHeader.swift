/// The bytes before the message type.
public enum MessageHeader: Sendable, Hashable {
    case none
    /// Five bytes: `60`, the destination, and the source, which the answer has the other way round.
    case tpdu([UInt8])
    /// A fixed text of ASCII, such as `ISO026000050`. An answer's may have other characters.
    case text([UInt8])

    /// The header that is sent.
    public var bytes: [UInt8] {
        switch self {
        case .none: []
        case .tpdu(let bytes), .text(let bytes): bytes
        }
    }

    /// The header of an answer to a message that came with this header.
    public func answer(to header: [UInt8]) -> [UInt8] {
        guard case .tpdu = self, header.count == MessageHeader.tpduBytes else { return bytes }
        return [header[0], header[3], header[4], header[1], header[2]]
    }

    /// Whether bytes can be a header of this kind.
    func allows(_ header: some Collection<UInt8>) -> Bool {
        switch self {
        case .none: header.isEmpty
        case .tpdu: header.count == MessageHeader.tpduBytes && header.first == MessageHeader.mark
        case .text(let own):
            header.count == own.count && header.allSatisfy { (0x20...0x7E).contains($0) }
        }
    }

    static let tpduBytes = 5
    static let mark: UInt8 = 0x60
}
