import AcquirerKit
import Foundation
import LineContract
import PaymentDomain
import PaymentEngine
import Programs
import Testing

@testable import WorldpayLine

/// A request of each kind; the name is that of its file.
private let authorizations = Samples.authorizations.merging([
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
    "credit": { request in
        request.purpose = .credit
        request.entryMode = .keyed
        request.cryptogram = nil
        request.expiry = nil
    },
]) { $1 }

private let advices: [AdviceSample] =
    Samples.advices + [
        ("reversal", .reversal, Samples.payment, nil), ("query", .reversal, nil, nil),
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

/// Reads the transaction of each document with Vantiv's SDK for Python, whose classes refuse what its schema does.
private let sdkScript = """
    import sys, xml.etree.ElementTree as tree
    from vantivsdk import fields
    for path in sys.argv[1:]:
        fields.CreateFromDocument(tree.tostring(tree.parse(path).getroot()[1]))
    """

@Suite("A request to Worldpay", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test("has the recorded bytes", arguments: authorizations.keys.sorted())
    func authorization(_ name: String) async throws {
        let transport = ScriptedTransport()
        let change = try #require(authorizations[name])
        let answer = try await Samples.line(over: transport)
            .authorize(Samples.authorization(change))
        #expect(answer == .notSent)
        try Samples.compare(transport, name)
    }

    @Test("about a transaction has the recorded bytes", arguments: advices.map(\.name))
    func advice(_ name: String) async throws {
        let transport = ScriptedTransport()
        let row = try #require(advices.first { $0.name == name })
        let outcome = try await Samples.line(over: transport).advise(
            Samples.advice(row.kind, reference: row.reference, operation: row.operation))
        #expect(outcome == .unanswered)
        #expect(transport.requests.count == 1)
        try Samples.compare(transport, name)
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
        .enabled(if: InstalledClients.areThere, InstalledClients.absence))
    func sdk() throws {
        let ending = try Program(InstalledClients.python).run(["-c", sdkScript] + Self.files)
        let complaints = String(decoding: ending.complaints, as: UTF8.self)
        #expect(ending.status == 0, "\(complaints)")
    }

    private static let files = Samples.requests(
        Array(authorizations.keys) + advices.map(\.name))

    @Test("shows in a trace neither card nor secret nor name")
    func trace() async throws {
        let shown = try await Samples.trace(
            of: #require(authorizations["keyed"]),
            answered: Samples.reply("authorization", "110", Self.order)
        ) { .worldpay($0) }
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
