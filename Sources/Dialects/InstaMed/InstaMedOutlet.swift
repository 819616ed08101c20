/// A merchant's place of payment: InstaMed's three names, its users, and its Apple Pay merchants.
package struct InstaMedOutlet: Sendable, Hashable {
    /// The user of HTTP Basic, without the part after `@`, in lower case.
    package let user: String
    /// merchantID.
    package let merchantID: String
    /// storeID.
    package let storeID: String
    /// terminalID.
    package let terminalID: String
    /// The Apple Pay merchant identifiers that tokens may be for.
    package let applePayMerchantIDs: Set<String>

    /// An outlet, or nil if a name is empty, longer than InstaMed allows, or not printable ASCII.
    package init?(
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
