/// How a dialect recognises a request that comes again, and how it answers one whose token was spent before.
package struct RepetitionPolicy: Sendable, Hashable {
    /// What makes two requests the same.
    package enum Identity: Sendable, Hashable {
        /// Nothing: each request is a new one.
        case none
        /// An idempotency key: a repeated request gets the same answer. The same key on another request is refused.
        case key(String)
        /// The client's name, on one card or payment.
        case name(DuplicateRule)
    }

    /// The answer to a token or registration that was spent before.
    package enum SpentSource: Sendable, Hashable {
        /// The protocol has one word for every spent token.
        case oneWord
        /// The protocol has one code for an approved payment and another for any other, or it can name the payment.
        case explained
    }

    /// What makes two requests the same.
    package var identity: Identity
    /// The answer to a token that was spent before.
    package var spentSource: SpentSource

    /// A policy; by default each request is a new one.
    package init(_ identity: Identity = .none, spentSource: SpentSource = .oneWord) {
        self.identity = identity
        self.spentSource = spentSource
    }

    /// The key or the name; one request at a time is carried out under it.
    package var value: String? {
        switch identity {
        case .none: nil
        case .key(let key): key
        case .name(let rule): rule.name
        }
    }

    /// The rule on the same name; nil if there isn't one.
    package var duplicates: DuplicateRule? {
        guard case .name(let rule) = identity else { return nil }
        return rule
    }
}

/// A transaction of one kind, under one name, on one card, is done once within a time: the same request again gets the
/// first one's result, marked as a repetition, and another one under that name is refused. Only what was approved counts.
package struct DuplicateRule: Sendable, Hashable {
    /// Kind and client's name in one text.
    package var name: String
    /// The content that a repetition shares with the first request: its order, its amount, the transaction that it
    /// refers to. Another request under the name is refused. Empty if the name says all of that itself.
    package var content: [String]
    /// A digest of ``content``, which the engine makes.
    package var contentDigest: [UInt8] = []
    /// How long the rule holds.
    package var seconds: Int64

    package init(name: String, content: [String] = [], seconds: Int64) {
        self.name = name
        self.content = content
        self.seconds = seconds
    }
}
