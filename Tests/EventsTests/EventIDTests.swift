import PaymentDomain
import Testing

@testable import Events

@Suite("The identifier of an event", .timeLimit(.minutes(5)))
struct EventIDTests {
    private static let payment = "0199c2a5d3f04a8f8f3a6d1e2b4c5d6e"

    @Test(
        "reads back as it was written, and has no dot",
        arguments: [
            (EventID.payment(PaymentID(stored: payment), sequence: 12), "evt_\(payment)_12"),
            (.batch(7), "evt_batch_7"),
        ])
    func roundTrip(_ id: EventID, _ text: String) {
        #expect(id.description == text)
        #expect(EventID(text) == id)
        #expect(!text.contains("."))
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "evt_", "evt_batch", "evt_batch_", "evt_batch_0", "evt_batch_07", "evt_batch_-1",
            "evt_batch_+1", "evt_batch_٣", "evt_batch_1_2", "evt_batch_1234567890123456789",
            "evt_\(payment)", "evt_\(payment)_0", "evt_\(payment.uppercased())_1",
            "evt_\(payment.dropLast())_1", "\(payment)_1", " evt_batch_7", "evt_batch_7\n",
        ])
    func refused(_ text: String) {
        #expect(EventID(text) == nil)
    }
}
