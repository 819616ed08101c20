/// The examples of help pages that name a protocol.
package enum ShopExamples {
    /// Of `coster`.
    package static let payment = "coster pay vantiv --capture"

    /// Of `coster pay`.
    package static let payments = [
        "coster pay radial", "coster pay vantiv --amount 20.00 --capture",
        "coster pay instamed --refund 5.00", "coster pay cardconnect --void --verbose",
    ]

    /// Of `coster token mint`.
    package static let mint = "coster token mint --format eprotect"

    /// Of `coster merchant credential create`, the simplest first.
    package static let clients = [
        "coster merchant credential create flowers radial --store FLOWERS",
        "coster merchant credential create flowers instamed --user flowers@shop --merchant-id FLOWERS",
    ]

    /// Of `coster merchant credential rotate`.
    package static let rotations = [
        "coster merchant credential rotate flowers radial --store FLOWERS",
        "coster merchant credential rotate flowers radial --store FLOWERS --overlap-hours 1",
    ]

    /// Of `coster merchant credential remove`.
    package static let removal =
        "coster merchant credential remove flowers cardconnect --site flowers.example"
}
