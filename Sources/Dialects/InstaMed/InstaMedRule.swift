/// A rule of InstaMed's parameters that a request broke.
enum InstaMedRule: String, Sendable, Hashable, CaseIterable {
    // Of the request.
    case unsupportedContentType = "unsupported-content-type"
    case nulCharacter = "nul-character"
    case controlCharacter = "control-character"
    case actionMissing = "action-missing"
    case actionUnknown = "action-unknown"
    case typeUnsupported = "transaction-type-unsupported"
    case outletIncomplete = "outlet-incomplete"
    case outletUnknown = "outlet-unknown"
    // Of Apple Pay.
    case applePayMerchantMissing = "apple-pay-merchant-missing"
    case applePayMerchantWrong = "apple-pay-merchant-wrong"
    case tokenDataMissing = "token-data-missing"
    case tokenDataTooLong = "token-data-too-long"
    case plusArrivedAsSpace = "plus-arrived-as-space"
    case tokenIDMissing = "token-id-missing"
    case tokenIDMalformed = "token-id-malformed"
    // Of an amount.
    case amountMissing = "amount-missing"
    case amountMalformed = "amount-malformed"
    case amountZero = "amount-zero"
    case amountNegative = "amount-negative"
    case amountTooManyDecimals = "amount-too-many-decimals"
    case amountTooLarge = "amount-too-large"
    // Of a card.
    case sourceMissing = "source-missing"
    case twoSources = "two-sources"
    case statusDoesNotFit = "card-present-status-does-not-fit"
    case trackUnsupported = "track-data-unsupported"
    case cardNumberMalformed = "card-number-malformed"
    case cardNumberFailsLuhn = "card-number-fails-luhn"
    case expiryMissing = "card-exp-date-missing"
    case expiryMalformed = "card-exp-date-malformed"
    case securityCodeMalformed = "card-verification-number-malformed"
    case storedCardMalformed = "stored-card-malformed"
    case textTooLong = "text-too-long"
    case booleanMalformed = "boolean-malformed"
    // Of an earlier transaction.
    case primaryMissing = "primary-transaction-missing"
    case primaryUnknown = "primary-transaction-unknown"
    case singleSignOnUnsupported = "single-sign-on-unsupported"
}

/// Why a request gave no command: the broken rule, and the field, if the rule is for many fields.
struct InstaMedProblem: Error, Sendable, Hashable {
    let rule: InstaMedRule
    /// The field, by our own name for it; nil if the rule names it.
    let field: String?

    /// A broken rule. A name can only be written in our source, never come from a request.
    init(_ rule: InstaMedRule, _ field: StaticString? = nil) {
        self.rule = rule
        self.field = field.map { "\($0)" }
    }
}
