import Foundation
import GoldenExchanges
import Programs
import Testing

@testable import Radial

/// Radial's schemas beside the repository, and the validator; neither is part of it.
private enum Schemas {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/schemas/radial").standardizedFileURL
    static let validator = URL(filePath: "/usr/bin/xmllint")

    static var isAvailable: Bool {
        FileManager.default.fileExists(atPath: folder.path)
            && FileManager.default.isExecutableFile(atPath: validator.path)
    }

    /// The schema of a root element; the blob's is not known to us.
    static func path(of document: String) -> String? {
        let roots = [
            "CreditCardAuthRe": "draft-wallet/Payment-Service-CreditCardAuth-1.0.xsd",
            "ConfirmFundsRe": "public-2017/Payment-Service-ConfirmFunds-1.0.xsd",
            "PaymentAuthCancelRequest": "public-2017/Payment-Service-PaymentAuthCancel-1.0.xsd",
            "PaymentAuthCancelReply ": "public-2017/Payment-Service-PaymentAuthCancel-1.0.xsd",
            "PaymentSettlementStatus ": "public-2017/Payment-Service-PaymentSettlement-1.0.xsd",
            "PaymentSettlementStatusList":
                "public-2017/Payment-Service-PaymentSettlementList-1.0.xsd",
            "PaymentAuthCancelReplyList":
                "public-2017/Payment-Service-PaymentAuthCancelList-1.0.xsd",
            "PaymentSettlementRe": "public-2017/Payment-Service-PaymentSettlement-1.0.xsd",
            "AckRe": "public-2017/Payment-Service-PaymentSettlement-1.0.xsd",
            "Fault ": "public-2017/Checkout-Service-Fault-1.0.xsd",
        ]
        return roots.first { document.contains("<\($0.key)") }?.value
    }

    /// What the validator says of some documents, all of one schema.
    static func errors(_ documents: [String: String], schema: String) throws -> String {
        let work = FileManager.default.temporaryDirectory
            .appending(path: "radial-schema-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        for (name, text) in documents {
            let file = work.appending(path: "\(name).xml")
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let ending = try Program(validator.path).run(
            ["--nonet", "--noout", "--schema", folder.appending(path: schema).path]
                + documents.keys.sorted().map { "\($0).xml" }, in: work.path)
        let text = String(decoding: ending.complaints, as: UTF8.self)
        let bad = text.split(separator: "\n").filter { !$0.hasSuffix(" validates") }
        return bad.joined(separator: "\n")
    }
}

@Suite(
    "The schema", .timeLimit(.minutes(5)), .serialized,
    .enabled(if: Schemas.isAvailable, "needs Radial's schemas in ../shared and xmllint"))
struct SchemaTests {
    /// Requests that the schema refuses and that are taken, or refused for another reason, on
    /// purpose.
    private static let outsideSchema: Set<String> = [
        "authorize-card-two-requests", "authorize-card-present", "settle-final-debit",
        "authorize-wallet-features-first", "authorize-wallet-rsa",
    ]

    private func validate(_ documents: [String: String]) throws {
        let groups = Dictionary(grouping: documents) { Schemas.path(of: $0.value) }
        for (schema, group) in groups {
            guard let schema else {
                // Every other root has one.
                for (name, text) in group { #expect(text.contains("<DecryptBlobRe"), "\(name)") }
                continue
            }
            let batch = Dictionary(uniqueKeysWithValues: group.map { ($0.key, $0.value) })
            #expect(try Schemas.errors(batch, schema: schema) == "")
        }
    }

    @Test("accepts every recorded reply")
    func replies() throws {
        let replies = GoldenExchange.all.map { ($0.name, $0.replyBody) }
        try validate(Dictionary(uniqueKeysWithValues: replies))
    }

    @Test("accepts every event, as a list and by its one element")
    func events() throws {
        var documents: [String: String] = [:]
        for row in NoticeRow.all {
            guard let name = row.notice,
                let message = RadialEvents().message(of: try row.event())
            else { continue }
            let list = String(decoding: message.body, as: UTF8.self)
            documents[name] = list
            // The lists' schema leaves the element's type open.
            let namespace = " xmlns=\"\(RadialDialect.namespace)\""
            documents[name + "-element"] =
                list
                .replacing(/<(Payment[A-Za-z]*)List xmlns="[^"]*"><\1>/) { "<\($0.1)\(namespace)>" }
                .replacing(/<\/Payment[A-Za-z]*List>/, with: "")
        }
        #expect(documents.count > 10)
        try validate(documents)
    }

    @Test("accepts the requests of the golden exchanges")
    func requests() throws {
        let requests = GoldenExchange.all.filter { !Self.outsideSchema.contains($0.name) }
            .map { ($0.name, $0.requestBody) }
        try validate(Dictionary(uniqueKeysWithValues: requests))
    }
}
