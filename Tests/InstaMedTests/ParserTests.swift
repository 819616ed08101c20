import DialectKit
import Foundation
import GoldenExchanges
import Programs
import Testing

@testable import InstaMed

/// A form parser that clients use, run as a program: it reads a form and prints names and values in hexadecimal.
enum ClientParser: String, Sendable, CaseIterable {
    case python3
    case php

    private var arguments: [String] {
        switch self {
        case .python3:
            [
                "-c",
                """
                import sys
                from urllib.parse import parse_qs
                for line in sys.stdin.buffer.read().decode().split("\\n"):
                    for name, values in parse_qs(line, keep_blank_values=True).items():
                        assert len(values) == 1
                        print(name.encode().hex() + "=" + values[0].encode().hex())
                    print(".")
                """,
            ]
        case .php:
            [
                "-r",
                """
                foreach (explode("\\n", file_get_contents("php://stdin")) as $line) {
                    parse_str($line, $fields);
                    foreach ($fields as $name => $value) {
                        echo bin2hex($name), "=", bin2hex($value), "\\n";
                    }
                    echo ".\\n";
                }
                """,
            ]
        }
    }

    /// Where the interpreter is; nil where there is none.
    var path: String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").map { "\($0)/\(rawValue)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What the parser makes of some forms.
    func parse(_ forms: [[UInt8]]) throws -> [[String: String]] {
        let parser = try Program(path ?? "/nowhere").run(
            arguments, input: forms.flatMap { $0 + [0x0A] })
        let lines = String(decoding: parser.output, as: UTF8.self).split(separator: "\n")
        return lines.split(separator: ".", omittingEmptySubsequences: false).dropLast().map {
            var fields: [String: String] = [:]
            for line in $0 {
                let sides = line.split(separator: "=", omittingEmptySubsequences: false)
                fields[Self.text(sides[0])] = Self.text(sides[1])
            }
            return fields
        }.prefix(forms.count).map { $0 }
    }

    private static func text(_ hex: Substring) -> String {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite("A reply of InstaMed", .timeLimit(.minutes(5)))
struct ParserTests {
    /// Values that break a form where they are written as they are.
    private static let awkward = [
        "", " ", "a b", "a&b", "a=b", "a+b", "a%b", "a%2Bb", "a;b", "a#b", "\"a\"", "<a>", "ü ß €",
        "𝄞", "a\u{0}b", "a\r\nb", "a[0]", "it's", "$1,000.00 (USD) @/:", "\\", "`{|}~^", "?a",
    ]

    private static let forms: [[UInt8]] =
        GoldenExchange.all.map { Array($0.replyBody.utf8) }
        + awkward.map { value in
            var form = InstaMedForm()
            form.field("before", "1")
            form.field("value", value)
            form.field("after", "2")
            return form.bytes
        }

    @Test("has awkward values back from a strict parser")
    func strict() throws {
        for (form, value) in zip(Self.forms.suffix(Self.awkward.count), Self.awkward) {
            let fields = try #require(StrictForm(form))
            #expect(fields.names == ["before", "value", "after"] && fields["value"] == value)
        }
    }

    @Test(
        "means the same to Python's parse_qs",
        .enabled(if: ClientParser.python3.path != nil, "there is no python3 here"))
    func python() throws { try expectSame(.python3) }

    @Test(
        "means the same to PHP's parse_str",
        .enabled(if: ClientParser.php.path != nil, "there is no php here"))
    func php() throws { try expectSame(.php) }

    @Test("means the same to DialectKit's parser, which shops' servers are not")
    func ours() throws {
        for form in Self.forms {
            let strict = try #require(StrictForm(form))
            let fields = try FormFields(body: form)
            #expect(fields.count == strict.pairs.count)
            for (name, value) in strict.pairs { #expect(fields[name] == value) }
        }
    }

    @Test("of a plain transaction needs no decoding at all")
    func naive() throws {
        for name in ["sale-apple-pay", "void", "refund", "save-token", "sale-apple-pay-partial"] {
            let body = try #require(GoldenExchange.all.first { $0.name == name }).replyBody
            #expect(!body.contains("%") && !body.contains("+"))
        }
    }

    private func expectSame(_ parser: ClientParser) throws {
        let parsed = try parser.parse(Self.forms)
        #expect(parsed.count == Self.forms.count)
        for (form, fields) in zip(Self.forms, parsed) {
            let strict = try #require(StrictForm(form))
            let expected = Dictionary(
                uniqueKeysWithValues: strict.pairs.map { ($0.name, $0.value) })
            #expect(fields == expected)
        }
    }
}
