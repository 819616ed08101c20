import PaymentDomain
import Testing

@Suite("An acquirer's reference", .timeLimit(.minutes(5)))
struct AcquirerReferenceTests {
    @Test(
        "has 1 to 128 bytes",
        arguments: [(0, false), (1, true), (128, true), (129, false)])
    func length(count: Int, isTaken: Bool) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect((AcquirerReference(bytes)?.bytes == bytes) == isTaken)
    }
}
