import ISO8583
import PaymentDomain

/// The requests of a line that wait for their answers, whichever link either takes.
///
/// A pure value. A late answer belongs to no request any more.
struct PendingRequests<Waiter: Sendable>: Sendable {
    /// By what an answer is found.
    struct Key: Sendable, Hashable {
        let messageClass: Int
        let version: Int
        let stan: [UInt8]
        let transmission: [UInt8]
        let terminal: [UInt8]

        init(_ message: Message) {
            messageClass = message.type.messageClass
            version = message.type.version
            stan = Array(message[11] ?? [])
            transmission = Array(message[7] ?? [])
            terminal = Array(message[41] ?? [])
        }
    }

    /// A request that was sent.
    struct Entry: Sendable {
        let request: Message
        let link: Int
        let waiter: Waiter
    }

    private var entries: [Key: Entry] = [:]
    private let limit: Int
    private let echoed: Set<Int>

    /// - Parameters:
    ///   - limit: The most requests at once.
    ///   - echoed: The fields that an answer must repeat.
    init(limit: Int, echoed: Set<Int>) {
        self.limit = limit
        self.echoed = echoed
    }

    /// How many wait.
    var count: Int { entries.count }

    /// Whether a further one may be sent.
    var hasRoom: Bool { entries.count < limit }

    /// Adds a request.
    ///
    /// - Returns: False if one with the same key waits already: nothing would distinguish their answers.
    mutating func insert(_ entry: Entry) -> Bool {
        let key = Key(entry.request)
        guard entries[key] == nil else { return false }
        entries[key] = entry
        return true
    }

    /// Takes the request that a message answers; nil if it answers none.
    ///
    /// Source: rule R5: class and function fit, and the repeated fields are equal.
    mutating func take(answeredBy message: Message) -> Entry? {
        let key = Key(message)
        guard let entry = entries[key], entry.request.type.response == message.type,
            echoed.allSatisfy({ entry.request[$0] == nil || entry.request[$0] == message[$0] })
        else { return nil }
        entries[key] = nil
        return entry
    }

    /// Takes a request that nobody waits for any more.
    mutating func take(_ request: Message) -> Entry? {
        entries.removeValue(forKey: Key(request))
    }

    /// Takes all requests of a link that was lost.
    mutating func takeAll(of link: Int) -> [Entry] {
        let lost = entries.filter { $0.value.link == link }
        for key in lost.keys { entries[key] = nil }
        return Array(lost.values)
    }
}
