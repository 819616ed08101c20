import Foundation
import Programs
import SeededRandom
import StrictCoding
import Testing

@testable import ISO8583

/// pyiso8583, a codec in Python that was written apart from ours, if it is installed.
private enum Peer {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    /// Its path as it is: a link of the environment, which must not be followed.
    static let python = folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/clients/bin/python").path
    static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

    private struct Work: Encodable {
        struct Item: Encodable {
            let wire: String
            let type: String
            let fields: [String: String]
        }

        let specification: String
        let messages: [Item]
    }

    /// What the peer says of each message, which it reads from the wire and writes by itself.
    static func verdicts(
        _ messages: [(Message, wire: [UInt8])], _ specification: String
    ) throws -> [String] {
        let items = messages.map { message, wire in
            Work.Item(
                wire: Hex.encode(wire), type: "\(message.type)",
                fields: Dictionary(
                    uniqueKeysWithValues: message.fields.map {
                        ("\($0)", Hex.encode(Array(message[$0] ?? [])))
                    }))
        }
        let work = try JSONEncoder().encode(Work(specification: specification, messages: items))
        let run = try Program(python).run(
            [folder.appending(path: "peer.py").path], input: Array(work))
        #expect(run.status == 0, "\(String(decoding: run.complaints, as: UTF8.self))")
        return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

@Suite(
    "Another codec reads what we write, and writes the same",
    .enabled(if: Peer.isInstalled, "needs pyiso8583, which scripts/install-clients installs"),
    .timeLimit(.minutes(5)))
struct PeerTests {
    /// Each encoding beside the others.
    static let mixed = """
        {
            "framing": "four-digits", "mti": "ebcdic", "bitmap": "hex-ebcdic", "text": "ebcdic",
            "digits": "bcd", "lengths": "binary",
            "fields": {
                "2": "n ..19", "3": {"format": "n 6", "encoding": "ebcdic"}, "4": "n 12",
                "5": "n 3", "6": {"format": "n 3", "padding": "right-f"},
                "32": {"format": "n ..11", "encoding": "ebcdic", "lengths": "ebcdic"},
                "37": "an 12",
                "43": {"format": "ans ..40", "encoding": "ebcdic-500", "lengths": "bcd"},
                "44": "ans ..200", "48": "ans ...999",
                "52": {"format": "b 8", "encoding": "hex"},
                "54": {"format": "ans .9", "encoding": "ascii", "lengths": "ascii"},
                "55": "b ...999",
                "63": {"format": "ans ...999", "encoding": "ascii", "lengths": "bcd"},
                "97": {"format": "x+n 16", "encoding": "ascii"},
                "120": {"format": "ans ....2000", "encoding": "ascii", "lengths": "ascii"}
            }
        }
        """

    static func specification(_ name: String) throws -> Specification {
        name == "mixed"
            ? try Specification(json: Array(mixed.utf8), file: name)
            : try Specification(shipped: name)
    }

    @Test(
        "each field alone, as short and as long as it may be",
        arguments: Specification.shipped + ["mixed"])
    func eachField(_ name: String) throws {
        let specification = try Self.specification(name)
        var samples = SampleMessages(
            specification: specification, generator: SeededGenerator.printed())
        var messages: [Message] = []
        for number in FieldSet.numbers where specification.format(of: number) != nil {
            for isLongest in [true, false, nil] {
                let message = samples.message([number], isLongest: isLongest)
                messages.append(try #require(message))
            }
        }
        try compare(messages, specification, name)
    }

    @Test("many fields at once", arguments: Specification.shipped + ["mixed"])
    func manyFields(_ name: String) throws {
        let specification = try Self.specification(name)
        var samples = SampleMessages(
            specification: specification, generator: SeededGenerator.printed())
        let messages = (0..<200).compactMap { _ in samples.message() }
        #expect(messages.count == 200)
        try compare(messages, specification, name)
    }

    private func compare(
        _ messages: [Message], _ specification: Specification, _ name: String
    ) throws {
        var written: [(Message, wire: [UInt8])] = []
        for message in messages {
            let wire = try specification.encode(message)
            #expect(try specification.decode(wire) == message)
            written.append((message, wire))
        }
        let verdicts = try Peer.verdicts(written, name)
        #expect(verdicts.count == messages.count)
        for (verdict, message) in zip(verdicts, messages) {
            #expect(verdict == "ok", "\(message)")
        }
    }
}
