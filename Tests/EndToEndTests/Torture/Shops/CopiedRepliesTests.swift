import Testing

@Suite("The answers to the copies of a request", .timeLimit(.minutes(20)))
struct CopiedRepliesTests {
    /// What was told to each copy, what is known of it all, and what cannot be.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let replies: [ShopReply?]
        var rule = CopiedReplies.Rule()
        let answer: Answer
        var contradiction: String?
    }

    private static func reply(_ answer: Answer, name: String = "") -> ShopReply {
        ShopReply(answer, HTTPReply(status: 200, headers: [:], body: []), name: name)
    }

    private static let acknowledged = reply(.acknowledged)
    private static let refused = reply(.refused)
    private static let undone = reply(.undone)
    private static let unheard = reply(.unheard)

    private static let rows: [Row] = [
        Row(
            testDescription: "one that was acknowledged, and one that nobody heard of",
            replies: [acknowledged, nil], answer: .acknowledged),
        Row(
            testDescription: "one that was refused, and one that nobody heard of",
            replies: [refused, nil], answer: .unheard),
        Row(
            testDescription: "one that was refused for all, and one that nobody heard of",
            replies: [refused.forAllCopies, nil], answer: .refused),
        Row(
            testDescription: "one that was refused for all, and one in trouble",
            replies: [unheard, refused.forAllCopies], answer: .refused),
        Row(
            testDescription: "one that was taken, and one that was refused because of that",
            replies: [acknowledged, refused], answer: .acknowledged),
        Row(
            testDescription: "one that was taken, and one that was refused for all",
            replies: [acknowledged, refused.forAllCopies], answer: .acknowledged,
            contradiction: "copies were acknowledged and refused"),
        Row(
            testDescription: "one that was taken, and one that was refused where that binds",
            replies: [acknowledged, refused], rule: .init(refusalsBind: true),
            answer: .acknowledged, contradiction: "copies were acknowledged and refused"),
        Row(
            testDescription: "one that was taken, and one that is still under way",
            replies: [acknowledged, unheard], rule: .init(refusalsBind: true),
            answer: .acknowledged),
        Row(
            testDescription: "one that was taken, and one that was undone for all",
            replies: [acknowledged, undone.forAllCopies], answer: .acknowledged,
            contradiction: "copies were acknowledged and undone"),
        Row(
            testDescription: "one that was undone, and one whose token was spent by that",
            replies: [undone, refused], answer: .undone),
        Row(
            testDescription: "two under one name",
            replies: [reply(.acknowledged, name: "1"), reply(.acknowledged, name: "1")],
            rule: .init(namesAgree: true), answer: .acknowledged),
        Row(
            testDescription: "two under two names",
            replies: [reply(.acknowledged, name: "1"), reply(.acknowledged, name: "2")],
            rule: .init(namesAgree: true), answer: .acknowledged,
            contradiction: "copies are called 1 and 2"),
        Row(
            testDescription: "two under two names, where each reply has its own",
            replies: [reply(.acknowledged, name: "1"), reply(.acknowledged, name: "2")],
            answer: .acknowledged),
        Row(
            testDescription: "a refusal has another name than what was taken",
            replies: [reply(.acknowledged, name: "1"), reply(.refused, name: "2")],
            rule: .init(namesAgree: true), answer: .acknowledged),
    ]

    @Test("is put together, and must not contradict itself", arguments: rows)
    func told(_ row: Row) {
        let copies = CopiedReplies(replies: row.replies)
        #expect(copies.answer == row.answer)
        #expect(copies.contradiction(row.rule) == row.contradiction)
    }

    @Test("a refusal says nothing of copies that were not heard of before, unless it is final")
    func afterUnheard() {
        #expect(Self.refused.afterUnheard.answer == .unheard)
        #expect(Self.refused.forAllCopies.afterUnheard.answer == .refused)
        #expect(Self.acknowledged.afterUnheard.answer == .acknowledged)
        #expect(Self.undone.afterUnheard.answer == .undone)
    }

    @Test(
        "trouble of the server's, and too many requests, decide nothing",
        arguments: [429, 500, 503])
    func trouble(_ status: Int) {
        let reply = HTTPReply(status: status, headers: [:], body: [])
        #expect(ShopReply(.refused, reply).answer == .unheard)
    }
}
