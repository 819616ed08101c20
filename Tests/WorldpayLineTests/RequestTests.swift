import AcquirerKit
import Foundation
import LineContract
import PaymentDomain
import PaymentEngine
import Programs
import Testing

@testable import WorldpayLine

/// A request of each kind; the name is that of its file.
private let authorizations: [String: @Sendable (inout AcquirerAuthorization) throws -> Void] = [
    "device": { _ in },
    "device-partial": { request in
        request.allowsPartialApproval = true
        request.billing.networkAddress = "192.0.2.7"
    },
    "device-long-fields": { request in
        let long = String(repeating: "Å<&", count: 200)
        request.billing.firstName = long
        request.billing.lastName = long
        request.billing.street = long
        request.billing.city = long
        request.billing.region = long
        request.billing.postalCode = long
        request.billing.country = "ZZ"
        request.billing.phone = long
        request.billing.email = long
        request.billing.networkAddress = long
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
    "credit": { request in
        request.purpose = .credit
        request.entryMode = .keyed
        request.cryptogram = nil
        request.expiry = nil
    },
]

private let advices: [(name: String, kind: AdviceKind, reference: String?, operation: String?)] = [
    ("capture", .capture, "A100000000000000001", nil),
    ("refund", .refund, "A100000000000000001", "D100000000000000002"),
    ("capture-void", .captureVoid, "A100000000000000001", "D100000000000000002"),
    ("refund-void", .refundVoid, "A100000000000000001", "R100000000000000003"),
    ("credit-void", .refundVoid, "R100000000000000003", nil),
    ("release", .release, "A100000000000000001", nil),
    ("reversal", .reversal, "A100000000000000001", nil),
    ("credit-reversal", .reversal, "R100000000000000003", nil),
    ("query", .reversal, nil, nil),
]

/// The processor's schema beside the repository, and the validator; neither is part of it.
private enum Schema {
    static let path = Samples.folder
        .appending(path: "../../../shared/schemas/vantiv/12.34/cnpOnline_v12.34.xsd")
        .standardizedFileURL.path
    static let validator = "/usr/bin/xmllint"

    static var isAvailable: Bool {
        FileManager.default.fileExists(atPath: path)
            && FileManager.default.isExecutableFile(atPath: validator)
    }
}

/// Vantiv's SDK for Python, if it is installed; its classes refuse what its schema does.
private enum SDK {
    /// Its path as it is: a link of the environment, which must not be followed.
    static let python = Samples.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/clients/bin/python").path
    static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

    /// Reads the transaction of each document.
    static let script = """
        import sys, xml.etree.ElementTree as tree
        from vantivsdk import fields
        for path in sys.argv[1:]:
            fields.CreateFromDocument(tree.tostring(tree.parse(path).getroot()[1]))
        """
}

@Suite("A request to Worldpay", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test("has the recorded bytes", arguments: authorizations.keys.sorted())
    func authorization(_ name: String) async throws {
        let transport = ScriptedTransport([String]())
        let change = try #require(authorizations[name])
        let answer = try await Samples.line(over: transport)
            .authorize(Samples.authorization(change))
        #expect(answer == .notSent)
        try compare(transport, name)
    }

    @Test("about a transaction has the recorded bytes", arguments: advices.map(\.name))
    func advice(_ name: String) async throws {
        let transport = ScriptedTransport([String]())
        let row = try #require(advices.first { $0.name == name })
        let outcome = try await Samples.line(over: transport).advise(
            Samples.advice(row.kind, reference: row.reference, operation: row.operation))
        #expect(outcome == .unanswered)
        try compare(transport, name)
    }

    private func compare(_ transport: ScriptedTransport, _ name: String) throws {
        #expect(transport.sent.count == 1)
        let document = try #require(transport.sent.first) + "\n"
        if ProcessInfo.processInfo.environment["COSTER_RECORD"] == "1" {
            let file = Samples.folder.appending(path: "Requests/\(name).xml")
            try document.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try Samples.file("Requests/\(name).xml") == document)
    }

    @Test(
        "is valid against the schema of 12.34",
        .enabled(if: Schema.isAvailable, "needs the schema in ../shared, and xmllint"))
    func schema() throws {
        let ending = try Program(Schema.validator)
            .run(["--nonet", "--noout", "--schema", Schema.path] + Self.files)
        let complaints = String(decoding: ending.complaints, as: UTF8.self)
        #expect(ending.status == 0, "\(complaints)")
    }

    @Test(
        "is read by the processor's own SDK",
        .enabled(if: SDK.isInstalled, "needs the SDK that scripts/install-clients installs"))
    func sdk() throws {
        let ending = try Program(SDK.python).run(["-c", SDK.script] + Self.files)
        let complaints = String(decoding: ending.complaints, as: UTF8.self)
        #expect(ending.status == 0, "\(complaints)")
    }

    /// The recorded requests.
    private static let files = (Array(authorizations.keys) + advices.map(\.name)).sorted().map {
        Samples.folder.appending(path: "Requests/\($0).xml").path
    }

    @Test("shows in a trace neither card nor secret nor name")
    func trace() async throws {
        let base = ScriptedTransport([Samples.reply("authorization", "110", Self.order)])
        let transport = TracingTransport(base) { .worldpay($0) }
        let change = try #require(authorizations["keyed"])
        _ = try await Samples.line(over: transport).authorize(Samples.authorization(change))
        let exchange = try #require(transport.exchanges.first)
        let fields = exchange.request.fields + (exchange.reply?.fields ?? [])
        let shown = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
        let transaction = "cnpOnlineRequest/authorization"
        for line in [
            "\(transaction)/card/number=445701******0009", "\(transaction)/amount=1499",
            "\(transaction) id=\(Samples.authorizationID.value)",
            "cnpOnlineRequest/authentication/password=(15 characters)",
            "\(transaction)/card/cardValidationNum=(3 characters)",
            "cnpOnlineResponse/authorizationResponse/response=110",
        ] {
            #expect(shown.contains(line), "\(line)")
        }
        for secret in [Samples.pan, "merchant-secret", "merchant-user", "349\n", "Smith", "0731"] {
            #expect(!shown.contains(secret))
        }
        #expect(LineTrace.worldpay(Array("no document".utf8)).fields.isEmpty)
    }

    static let order = "<orderId>\(Samples.authorizationID.value)</orderId>"
}
