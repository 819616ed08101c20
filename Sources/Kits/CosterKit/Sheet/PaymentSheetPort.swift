/// The sheet, as the kit's core sees it: PassKit's controller in an app, a value in a test.
@MainActor
public protocol PaymentSheetPort: AnyObject {
    /// Shows the sheet. False if it can't be shown.
    func present() async -> Bool
    /// Answers the customer's authorization. Called at most once a payment.
    func answer(_ answer: SheetAnswer)
    /// Answers a second authorization of the same payment with a failure.
    func refuseAuthorization()
    /// Closes the sheet.
    func dismiss()
}
