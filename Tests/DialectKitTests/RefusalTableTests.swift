import DialectKit
import Testing

@Suite("A table of refusals", .timeLimit(.minutes(5)))
struct RefusalTableTests {
    private let table = RefusalTable(
        Array(
            """
            # a comment
            not-sent\t-\t503\tThe network.
            not-sent\tapple-pay\t400\t
            alone
            in-flight\tpayment\t504\tLater.

            """.utf8))

    @Test("has the row of the operation, or else that of all others")
    func rows() {
        #expect(table.columns("not-sent") == ["503", "The network."])
        #expect(table.columns("not-sent", for: "capture") == ["503", "The network."])
        #expect(table.columns("not-sent", for: "apple-pay") == ["400", ""])
        #expect(table.columns("in-flight") == nil)
        #expect(table.columns("alone") == nil)
        #expect(table.columns("# a comment") == nil)
    }

    @Test("shows a row that is there twice, of which the first counts")
    func twice() {
        let table = RefusalTable(Array("a\t-\t1\na\t-\t2\n".utf8))
        #expect(table.keys == [RefusalTable.Key("a"), RefusalTable.Key("a")])
        #expect(table.columns("a") == ["1"])
    }
}
