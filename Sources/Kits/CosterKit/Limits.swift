/// The sizes and times that the kit holds itself to.
public enum Limits {
    /// The longest `paymentData` that the kit sends, in bytes.
    ///
    /// Tokens of devices have 3 to 6 KB; eProtect takes at most 10,000 characters of signature and 2,000 of data.
    public static let paymentData = 32_768
    /// The longest reply that a client reads, in bytes. Replies of the protocols have at most a few KB.
    public static let response = 262_144
    /// The seconds from the customer's authorization to the sheet's answer.
    ///
    /// PassKit waits 30 seconds, then shows a failure and closes the sheet. At 25 the kit still answers itself.
    /// Source: Apple Developer Forums, thread 664218.
    public static let answerSeconds = 25
    /// The most digits of an amount, so that no sum of items overflows.
    public static let amountDigits = 12
    /// The most items, shipping methods or token contexts of a checkout.
    public static let items = 200
}
