/// Where a merchant takes payments: InstaMed's three names, who may use them, and for which Apple Pay merchants.
public struct InstaMedOutlet: Sendable, Hashable {
    /// The user of HTTP Basic, without the part after `@`, in lower case.
    public let user: String
    /// merchantID.
    public let merchantID: String
    /// storeID.
    public let storeID: String
    /// terminalID.
    public let terminalID: String
    /// The Apple Pay merchant identifiers that tokens may be for.
    public let applePayMerchantIDs: Set<String>

    /// An outlet, or nil where a name is empty, longer than InstaMed allows, or not printable ASCII.
    public init?(
        user: String, merchantID: String, storeID: String = "1", terminalID: String,
        applePayMerchantIDs: Set<String>
    ) {
        let names = [merchantID, storeID, terminalID]
        guard names.allSatisfy({ Self.isName($0, InstaMedLimits.outletName) }),
            applePayMerchantIDs.allSatisfy({ Self.isName($0, InstaMedLimits.applePayMerchantID) })
        else { return nil }
        self.user = InstaMedUser.name(user)
        self.merchantID = merchantID
        self.storeID = storeID
        self.terminalID = terminalID
        self.applePayMerchantIDs = applePayMerchantIDs
    }

    private static func isName(_ text: String, _ length: ClosedRange<Int>) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
