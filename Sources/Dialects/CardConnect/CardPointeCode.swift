/// A code of a reply: who gave it, and what it means.
struct CardPointeCode: Sendable, Hashable {
    /// The three answers of `respstat`.
    enum Status: String, Sendable, Hashable {
        case approved = "A"
        /// Not done, or not known to be; may be tried again.
        case retry = "B"
        case declined = "C"
    }

    /// `respproc` of the gateway itself.
    static let gateway = "PPS"

    /// `respproc`.
    let processor: String
    /// `respcode`.
    let code: String
    /// `respstat`.
    let status: Status
    /// `resptext`.
    let text: String

    /// Source: CardPointe Gateway API, profile; the response codes, "PPS".
    static let profileSaved = CardPointeCode(approved: "09", "Profile Saved")
    static let profileDeleted = CardPointeCode(approved: "08", "Profile Deleted")

    private init(approved code: String, _ text: String) {
        processor = Self.gateway
        self.code = code
        status = .approved
        self.text = text
    }

    /// A row of a processor's table.
    init(_ processor: String, _ row: CardPointeProcessor.Row) {
        self.processor = processor
        code = row.code
        status = row.status
        text = row.text
    }

    /// An answer of the gateway's own.
    init(_ code: GatewayCode) {
        processor = Self.gateway
        self.code = code.rawValue
        status = code.status
        text = code.text
    }
}
