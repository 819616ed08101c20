/// The text after "PAY" if a request has none: a request must have `companyName` or `paymentSummaryItems`.
///
/// Source: the vendor's change log, 4.3.4; public headers of BoltMobileSDK 5.x, BMSPaymentRequest.
func defaultPayee() -> String? { nil }
