import Foundation
import GoldenExchanges
import Programs
import Testing

@testable import Vantiv

/// Vantiv's schemas beside the repository, and the validator; neither is part of it.
private enum OnlineSchemas {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/schemas/vantiv").standardizedFileURL
    static let validator = URL(filePath: "/usr/bin/xmllint")

    static var isAvailable: Bool {
        FileManager.default.fileExists(atPath: folder.path)
            && FileManager.default.isExecutableFile(atPath: validator.path)
    }

    /// The schema of the release that a version is held to.
    static func path(of version: VantivVersion) -> String {
        let numbers = version.release.numbers
        let release = "\(numbers.major).\(numbers.minor)"
        let prefix = version.family == .cnp ? "cnp" : "litle"
        return "\(release)/\(prefix)Online_v\(release).xsd"
    }

    /// The files of a release, for online requests.
    static func text(of version: VantivVersion) throws -> String {
        let release = folder.appending(path: path(of: version)).deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(atPath: release.path)
            .filter { !$0.contains("Batch") }
            .map { try String(contentsOf: release.appending(path: $0), encoding: .utf8) }
            .joined()
    }

    /// What the validator says of some documents, all of one schema.
    static func errors(_ documents: [String: String], schema: String) throws -> String {
        let work = FileManager.default.temporaryDirectory
            .appending(path: "vantiv-schema-\(UUID().uuidString)")
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
    "The schema of each release", .timeLimit(.minutes(5)), .serialized,
    .enabled(if: OnlineSchemas.isAvailable, "needs Vantiv's schemas in ../shared and xmllint"))
struct OnlineSchemaTests {
    /// The releases that every reply is held to, and one within 12 that is newer than its schema.
    static let versions = [
        "8.29", "8.31", "9.3", "9.14", "10.1", "10.8", "11.4", "12.0", "12.34", "12.50",
    ]

    private static let results: [VantivTransaction: [String]] = [
        .capture: ["recorded", "recorded-again", "recorded-refused", "payment-not-found"],
        .credit: ["recorded", "recorded-again", "approved", "approved-again", "depleted"],
        .void: ["recorded", "recorded-again", "already-settled"],
        .authReversal: ["recorded", "recorded-again", "payment-not-found"],
        .registerTokenRequest: ["kept", "kept-new", "registration-expired"],
        .queryTransaction: [
            "found-all", "found-part", "found-nothing", "found-unknown", "found-in-progress",
        ],
    ]
    private static let paymentResults = [
        "approved", "approved-new-card", "approved-part", "approved-again",
        "approved-part-again", "approved-checks", "declined-51", "unknown", "not-sent",
        "card-not-found", "spent-part",
    ]

    @Test("accepts every reply to every transaction", arguments: versions)
    func replies(_ text: String) throws {
        let version = try #require(VantivVersion(text))
        var documents: [String: String] = [:]
        for dialect in [OnlineSamples.sandbox, OnlineSamples.production] {
            for (transaction, request) in OnlineSamples.transactions {
                if transaction == .queryTransaction, !version.isAtLeast(9, 10) { continue }
                let decoded = OnlineSamples.decode(request, in: text, by: dialect)
                let exchange = try #require(decoded.exchange, "\(transaction) \(decoded.text)")
                for name in Self.results[transaction] ?? Self.paymentResults {
                    let result = try #require(OnlineResults.named(name, order: "o1"))
                    let reply = dialect.encode(result, for: exchange)
                    documents["\(transaction)-\(name)-\(dialect.isSandbox)"] =
                        String(decoding: reply.body, as: UTF8.self)
                }
            }
        }
        documents["fault"] = OnlineSamples.decode("<sale/>", in: text).text
        #expect(try OnlineSchemas.errors(documents, schema: OnlineSchemas.path(of: version)) == "")
    }

    @Test("accepts the reply to each transaction that is not served", arguments: versions)
    func unserved(_ text: String) throws {
        let version = try #require(VantivVersion(text))
        let known = try OnlineSchemas.text(of: version)
        var documents: [String: String] = [:]
        for (name, unserved) in UnservedTransaction.all
        where known.contains("name=\"\(unserved.response)\"") {
            let attributes = unserved.isRecurring ? "" : OnlineSamples.attributes
            let request = """
                <\(name) \(attributes)><planCode>p1</planCode><subscriptionId>7</subscriptionId>\
                <fundsTransferId>f100000000000000</fundsTransferId></\(name)>
                """
            for dialect in [OnlineSamples.sandbox, OnlineSamples.production] {
                let decoded = OnlineSamples.decode(request, in: text, by: dialect)
                #expect(decoded.reply?.outcomeCode == "322")
                #expect(decoded.text.contains("<\(unserved.response)"))
                documents["\(name)-\(dialect.isSandbox)"] = decoded.text
            }
        }
        try #require(documents.count >= 36)
        let errors = try OnlineSchemas.errors(
            documents, schema: OnlineSchemas.path(of: version))
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test("accepts every recorded reply")
    func recordedReplies() throws {
        try validate(GoldenExchange.online, \.replyBody)
    }

    @Test("accepts the requests that are commands, and those that get a code")
    func recordedRequests() throws {
        // No schema is published of what came after 12.34, and nobody reads the content of what isn't served.
        let others = ["online-fault-", "online-later-", "online-unserved-"]
        let files = GoldenExchange.online.filter { file in
            !others.contains { file.name.hasPrefix($0) }
        }
        try validate(files, \.requestBody)
    }

    private func validate(
        _ files: [GoldenExchange], _ body: KeyPath<GoldenExchange, String>
    ) throws {
        var groups: [String: [String: String]] = [:]
        for file in files {
            guard let version = file.version.flatMap({ VantivVersion($0) }) else { continue }
            groups[OnlineSchemas.path(of: version), default: [:]][file.name] = file[keyPath: body]
        }
        for (schema, documents) in groups {
            let errors = try OnlineSchemas.errors(documents, schema: schema)
            #expect(errors.isEmpty, "\(errors)")
        }
    }
}
