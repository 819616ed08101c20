import AppleSimulator
import ArgumentParser
import CosterServer
import Foundation
import PaymentDomain

/// `coster simulator certificate`: answers a request as Apple's developer site does.
struct SimulatorCertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Issue a certificate for a request.",
        discussion: Examples.text(
            """
            The certificate is for payment processing. With --identity it is a merchant identity certificate, whose \
            request needs an RSA key. The first certificate of a merchant identifier is active at once: the simulator makes \
            tokens for it. To make a later one active, run `coster simulator activate`.
            """,
            [
                "coster simulator certificate --request flowers.csr --apple-merchant-id merchant.com.example.flowers --output apple_pay.cer"
            ]))

    @OptionGroup var simulator: SimulatorOptions

    @Option(help: "The request (PKCS#10, PEM or DER), or - for standard input.")
    var request: String

    @Option(name: .customLong("apple-merchant-id"), help: "The Apple merchant identifier.")
    var appleMerchantID: String

    @Flag(help: "Issue a merchant identity certificate.")
    var identity = false

    @Option(
        name: .customLong("not-before"),
        help: "When it begins, ISO 8601 with a zone. (default: now)")
    var notBefore: String?

    @Option(
        name: .customLong("not-after"),
        help: "When it ends, ISO 8601 with a zone. (default: 25 months later)")
    var notAfter: String?

    @Flag(help: "Write PEM instead of DER.")
    var pem = false

    @Option(help: "The file to write. (default: standard output)")
    var output: String?

    func validate() throws {
        _ = try DateOption.time(notBefore)
        _ = try DateOption.time(notAfter)
    }

    func run() async throws {
        try SandboxMerchant.requireOther(appleMerchantID)
        let file = try Files.bytes(request, limit: Files.keyLimit)
        let start = try DateOption.time(notBefore)
        let end = try notAfter.map { try DateOption.time($0) }
        if let output {
            let folder = DataFolder(simulator.data)
            _ = try OutputFile(path: output, content: .certificate, beside: folder).isTaken()
        }
        let certificate = try issue(file, from: start, to: end)
        try write(pem ? Array(certificate.pem.utf8) : certificate.der)
        Operator.tell(
            "Issued a \(purposeName) certificate for \(appleMerchantID). To import it, run: "
                + "coster merchant certificate NAME --import \(output ?? "FILE")"
                + (identity ? " --identity" : ""))
    }

    private var purposeName: String { identity ? "merchant identity" : "payment processing" }

    private func issue(
        _ file: [UInt8], from start: Timestamp, to end: Timestamp?
    ) throws(CosterFailure) -> SimulatedCertificate {
        let store = try simulator.store()
        do {
            return try store.issue(
                file, for: appleMerchantID,
                purpose: identity ? .merchantIdentity : .paymentProcessing,
                validity: try SimulatedApple.Validity(from: start, to: end))
        } catch {
            throw SimulatorSentence.failure(error)
        }
    }

    private func write(_ bytes: [UInt8]) throws(CosterFailure) {
        guard let output else { return StandardStreams.put(bytes) }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: output), options: .atomic)
        } catch {
            throw CosterFailure(
                .badInput,
                "The file \(output) can't be written. Check the path and its permissions.")
        }
    }
}
