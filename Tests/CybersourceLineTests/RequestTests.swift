import AcquirerKit
import Foundation
import LineContract
import PaymentDomain
import PaymentEngine
import Programs
import Testing

@testable import CybersourceLine

/// A request of each kind; the name is that of its file.
private let authorizations = Samples.authorizations.merging([
    "device-visa-05": { $0.eci = ECI("5") },
    "device-mastercard": { request in
        request.pan = try PAN(digits: "5555555555554444")
        request.cryptogram = Cryptogram(Array(Samples.cryptogram.dropLast()))
        request.eci = nil
    },
    "device-amex": { $0.pan = try PAN(digits: "378282246310005") },
    "device-amex-40": { request in
        request.pan = try PAN(digits: "378282246310005")
        request.cryptogram = Cryptogram(Samples.cryptogram + [UInt8](repeating: 1, count: 20))
    },
    "device-discover": { $0.pan = try PAN(digits: "6011111111111117") },
    "device-jcb": { $0.pan = try PAN(digits: "3566111111111113") },
    "device-diners": { $0.pan = try PAN(digits: "36259600000004") },
    "device-union-pay": { $0.pan = try PAN(digits: "6250941006528599") },
    "device-long-fields": { request in
        let long = String(repeating: "Å<&", count: 200)
        request.billing.firstName = "Å<&\"\n"
        request.billing.lastName = long
        request.billing.street = long
        request.billing.region = "Massachusetts"
        request.billing.postalCode = long
        request.billing.email = long
        request.billing.networkAddress = long
    },
    "credit": { request in
        request.purpose = .credit
        request.entryMode = .keyed
        request.cryptogram = nil
    },
]) { $1 }

private let advices: [AdviceSample] =
    Samples.advices + [
        ("reversal", .reversal, "P6750124114786780104953:700", nil),
        ("timeout-reversal", .reversal, nil, nil),
    ]

/// Drives Cybersource's own client for Python.
private let script = Samples.folder.appending(path: "cybersource_client.py").path

@Suite("A request to Cybersource", .timeLimit(.minutes(5)))
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
        try Samples.compare(transport, name)
    }

    @Test("by the name of a lost one, without an amount, has the recorded bytes")
    func timeoutVoid() async throws {
        let transport = ScriptedTransport([SampleReply.invalid("INVALID_DATA").outcome])
        _ = try await Samples.line(over: transport).advise(
            Samples.advice(.reversal, reference: nil))
        #expect(transport.requests.map(\.path) == ["/pts/v2/reversals", "/pts/v2/voids"])
        try Samples.compare(transport, "timeout-void")
    }

    @Test("for what became of another has the recorded bytes")
    func search() async throws {
        let transport = ScriptedTransport()
        _ = try await Samples.line(over: transport).advise(
            Samples.advice(.capture, firstSent: 3_600))
        try Samples.compare(transport, "search")
    }

    @Test(
        "has no field that the classes of Cybersource's own client lack",
        .enabled(if: InstalledClients.areThere, InstalledClients.absence))
    func models() throws {
        let files = Samples.requests(
            authorizations.keys + advices.map(\.name) + ["timeout-void", "search"])
        let ending = try Program(InstalledClients.python).run([script, "read"] + files)
        let complaints = String(decoding: ending.complaints, as: UTF8.self)
        #expect(ending.status == 0, "\(complaints)")
    }

    @Test(
        "has the signature that Cybersource's own client gives it",
        .enabled(if: InstalledClients.areThere, InstalledClients.absence),
        arguments: ["device", "keyed", "capture", "timeout-reversal", "search"])
    func signature(_ name: String) async throws {
        let recorded = try Samples.file("Requests/\(name).txt").split(separator: "\n")
        let message = try #require(recorded.count == 2 ? recorded : nil)
        let transport = ScriptedTransport()
        let line = try Samples.line(over: transport)
        if let change = authorizations[name] {
            _ = await line.authorize(try Samples.authorization(change))
        } else if let row = advices.first(where: { $0.name == name }) {
            _ = await line.advise(try Samples.advice(row.kind, reference: row.reference))
        } else {
            _ = await line.advise(try Samples.advice(.capture, firstSent: 3_600))
        }
        let request = try #require(transport.requests.last)
        let fields = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        let date = try #require(fields["Date"])
        let words = Samples.secret.split(separator: " ").map(String.init)
        let ending = try Program(InstalledClients.python).run([
            script, "sign", "flowers_shop", words[0], words[1], "apitest.cybersource.com",
            date, String(message[0]), String(message[1]),
        ])
        let complaints = String(decoding: ending.complaints, as: UTF8.self)
        try #require(ending.status == 0, "\(complaints)")
        let printed = String(decoding: ending.output, as: UTF8.self).split(separator: "\n")
        #expect(printed.map(String.init) == [fields["Signature"], fields["Digest"]])
        #expect(fields["v-c-merchant-id"] == "flowers_shop")
    }

    @Test(
        "has the date of HTTP",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (1_563_409_083, "Thu, 18 Jul 2019 00:18:03 GMT"),
            (1_582_934_399, "Fri, 28 Feb 2020 23:59:59 GMT"),
            (1_795_000_000, "Wed, 18 Nov 2026 11:06:40 GMT"),
        ])
    func date(seconds: Int64, text: String) {
        #expect(Timestamp(seconds: seconds).httpDate == text)
    }

    @Test("shows in a trace neither card nor secret nor name")
    func trace() async throws {
        let shown = try await Samples.trace(
            of: #require(authorizations["keyed"]), answered: Samples.recorded("authorized")
        ) { .cybersource($0) }
        for line in [
            "paymentInformation.card.number=411111******1111",
            "orderInformation.amountDetails.totalAmount=14.99",
            "clientReferenceInformation.code=\(Samples.authorizationID.value)",
            "paymentInformation.card.securityCode=(3 characters)",
            "paymentInformation.card.expirationYear=(4 characters)",
            "processorInformation.approvalCode=888888", "status=AUTHORIZED",
        ] {
            #expect(shown.contains(line), "\(line)")
        }
        for secret in [Samples.pan, "349", "Smith", "2031", "Burlington"] {
            #expect(!shown.contains(secret))
        }
        let device = LineTrace.cybersource(
            Array(try Samples.file("Requests/device.txt").split(separator: "\n")[1].utf8))
        let text = device.fields.map(\.value).joined(separator: "\n")
        #expect(!text.contains(Data(Samples.cryptogram).base64EncodedString()))
        #expect(LineTrace.cybersource(Array("no document".utf8)).fields.isEmpty)
    }
}
