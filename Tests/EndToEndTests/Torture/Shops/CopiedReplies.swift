/// What the copies of one request were answered, wherever each was sent; nil for a copy of which nothing was heard.
struct CopiedReplies: Sendable {
    /// Which of a request's answers bind the answers to its other copies.
    struct Rule: Sendable, Hashable {
        /// Whether a refusal is one of all copies, though it is not final for those that are still under way.
        var refusalsBind = false
        /// Whether what is acknowledged has one name in all replies.
        var namesAgree = false
    }

    let replies: [ShopReply?]

    /// What is known of the request.
    var answer: Answer {
        let merged = Answer.merged(replies.map { $0?.answer ?? .unheard })
        // What is said of all copies is said of those, too, that nobody heard of.
        let isRefused = replies.contains { $0?.answer == .refused && $0?.isFinal == true }
        return merged == .unheard && isRefused ? .refused : merged
    }

    /// Where two copies were told different things, what they were told; nil where they agree, or one is not decided.
    func contradiction(_ rule: Rule) -> String? {
        let decided = replies.compactMap { $0 }.filter { reply in
            switch reply.answer {
            case .acknowledged: true
            case .refused: reply.isFinal || rule.refusalsBind
            case .undone: reply.isFinal
            case .unheard: false
            }
        }
        let answers = Set(decided.map(\.answer))
        if answers.count > 1 {
            return "copies were \(answers.map(\.rawValue).sorted().joined(separator: " and "))"
        }
        let names = Set(decided.filter { $0.answer == .acknowledged }.map(\.name)).subtracting([""])
        guard rule.namesAgree, names.count > 1 else { return nil }
        return "copies are called \(names.sorted().joined(separator: " and "))"
    }
}
