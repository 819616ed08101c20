import CosterServer
import PaymentStorage

/// What `coster --version` prints: the versions that a report of a problem needs.
enum VersionText {
    static let text =
        "coster \(CosterVersion.current) (Swift \(swift), schema \(SQLPaymentStore.schemaVersion))"

    /// The compiler that built this program. Swift has no way to ask for it but by condition.
    private static var swift: String {
        #if compiler(>=6.5)
            "6.5 or later"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }
}
