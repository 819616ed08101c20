import PaymentDomain
import StrictCoding

/// What an endpoint gets when its owner asks whether it works. It is no change, so no list has it.
package struct TestEvent: Sendable, Hashable {
    /// Its word in the body, beside the kinds of the catalogue.
    package static let kind = "endpoint.test"
    private static let prefix = "evt_test_"

    package let id: String
    package let at: Timestamp
    package let merchant: MerchantID
    package let endpoint: String

    /// A new test, with an identifier of its own.
    package init(of endpoint: String, _ merchant: MerchantID, at now: Timestamp) {
        id = TestEvent.prefix + PaymentID().value
        at = now
        self.merchant = merchant
        self.endpoint = endpoint
    }

    /// The JSON that the endpoint gets, in the form of any event's.
    package var body: [UInt8] {
        var writer = JSONWriter()
        writer.object { root in
            root.member("type", TestEvent.kind)
            root.member("timestamp", at.iso8601)
            root.member("version", EventKind.version)
            root.member("id", id)
            root.member("data") { data in
                data.member("merchant", merchant.value)
                data.member("endpoint", endpoint)
            }
        }
        return writer.bytes
    }
}
