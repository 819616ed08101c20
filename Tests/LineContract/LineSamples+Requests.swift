import AcquirerKit
import Foundation
import PaymentDomain
import PaymentEngine
import Testing

/// A change to a device's payment.
package typealias AuthorizationChange = @Sendable (inout AcquirerAuthorization) throws -> Void

/// A message, and the name of its file.
package typealias AdviceSample = (
    name: String, kind: AdviceKind, reference: String?, operation: String?
)

extension LineSamples {
    /// A request of each kind that every line has; the name is that of its file.
    package static var authorizations: [String: AuthorizationChange] {
        [
            "device": { _ in },
            "device-partial": { request in
                request.allowsPartialApproval = true
                request.billing.networkAddress = "192.0.2.7"
            },
            "keyed": { request in
                request.entryMode = .keyed
                request.cryptogram = nil
                request.securityCode = SecurityCode(digits: "349")
                request.billing.firstName = "John"
                request.billing.lastName = "Smith & Sons"
                request.billing.street = "1 Main St."
                request.billing.city = "Burlington"
                request.billing.region = "MA"
                request.billing.postalCode = "01803-3747"
                request.billing.country = "US"
                request.billing.email = "john@example.com"
                request.billing.phone = "+1 781 555 0100"
            },
            "decrypted-by-merchant": { $0.entryMode = .keyed },
            "stored": { request in
                request.entryMode = .credentialOnFile
                request.cryptogram = nil
                request.expiry = nil
            },
            "check": { request in
                request.amount = .zero(.usd)
                request.entryMode = .keyed
                request.cryptogram = nil
            },
        ]
    }

    /// A message of each kind, and the names that it has.
    package static var advices: [AdviceSample] {
        [
            ("capture", .capture, payment, nil), ("refund", .refund, payment, capture),
            ("capture-void", .captureVoid, payment, capture),
            ("refund-void", .refundVoid, payment, refund),
            ("credit-void", .refundVoid, credit, nil), ("release", .release, payment, nil),
            ("credit-reversal", .reversal, credit, nil),
        ]
    }

    /// Compares the last request that was sent with its file; `COSTER_RECORD=1` writes the file.
    package static func compare(_ transport: ScriptedTransport, _ name: String) throws {
        let recorded = record(of: try #require(transport.requests.last)) + "\n"
        let path = "Requests/\(name).\(fileType)"
        if ProcessInfo.processInfo.environment["COSTER_RECORD"] == "1" {
            try recorded.write(
                to: folder.appending(path: path), atomically: true, encoding: .utf8)
        }
        #expect(try file(path) == recorded)
    }

    /// The recorded requests of the names.
    package static func requests(_ names: [String]) -> [String] {
        names.sorted().map { folder.appending(path: "Requests/\($0).\(fileType)").path }
    }

    /// What a trace shows of a keyed payment, a field in each line.
    package static func trace(
        of change: AuthorizationChange, answered reply: SampleReply,
        _ read: @escaping @Sendable ([UInt8]) -> LineTrace
    ) async throws -> String {
        let log = LineTraceLog()
        let transport = TracingTransport(ScriptedTransport([reply.outcome]), log, trace: read)
        _ = try await line(over: transport).authorize(authorization(change))
        let exchange = try #require(log.exchanges.first)
        let fields = exchange.request.fields + (exchange.reply?.fields ?? [])
        return fields.map { "\($0.name)=\($0.value)" }.joined(separator: "\n") + "\n"
    }
}

/// The environment of Python with the clients of processors, if it is installed.
package enum InstalledClients {
    /// Its path as it is: a link of the environment, which must not be followed.
    package static let python = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/clients/bin/python").path
    package static let areThere = FileManager.default.isExecutableFile(atPath: python)
    package static let absence: Comment = "needs the client that scripts/install-clients installs"
}
