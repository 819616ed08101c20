import Foundation
import Testing

@Suite("The client kits lack the bugs of other SDKs", .timeLimit(.minutes(5)))
struct KitRuleTests {
    private static let kits = Repository.sources.filter { $0.path.hasPrefix("Sources/Kits/") }

    /// An `#if`, with the code of its branches.
    private struct Conditional {
        let condition: String
        let line: Int
        var code: [String] = []
    }

    private static func conditionals(_ file: SwiftFile) -> [Conditional] {
        var (open, closed): ([Conditional], [Conditional]) = ([], [])
        for (number, line) in file.code.enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("#if ") {
                open.append(Conditional(condition: String(text.dropFirst(4)), line: number + 1))
            } else if text.hasPrefix("#endif"), let last = open.popLast() {
                closed.append(last)
            } else {
                for index in open.indices { open[index].code.append(text) }
            }
        }
        return closed
    }

    @Test("braintree_ios 180, 251: no call of a kit is there only if the app sets a flag")
    func noFlags() {
        var findings: [Finding] = []
        for file in Self.kits {
            for part in Self.conditionals(file) {
                let isFramework =
                    part.condition.wholeMatch(
                        of: /!?canImport\(\w+\)(?: && !?canImport\(\w+\))*/) != nil
                let hasPublic = part.code.contains {
                    $0.hasPrefix("public ") || $0.hasPrefix("open ")
                }
                // A debug build adds what is private, and never a call.
                if isFramework || (part.condition == "DEBUG" && !hasPublic) { continue }
                findings.append(
                    Finding(path: file.path, line: part.line, what: "#if \(part.condition)"))
            }
            let elsewhere = file.code.enumerated().filter { $0.element.contains("#elseif") }
            findings += elsewhere.map {
                Finding(path: file.path, line: $0.offset + 1, what: "#elseif")
            }
        }
        expectNone(findings)
        #expect(Self.kits.flatMap(Self.conditionals).count > 5)
    }

    @Test("kiwix-apple 1540: the button is PKPaymentButton, whose symbol every system has")
    func button() {
        let findings = Self.kits.flatMap { file in
            file.code.enumerated().filter { $0.element.contains("PayWithApplePayButton") }
                .map { Finding(path: file.path, line: $0.offset + 1, what: "SwiftUI's button") }
        }
        expectNone(findings)
    }

    @Test("stripe-ios 6013: the kits and the example are Swift 6, and vouch for nothing")
    func languageMode() {
        for manifest in ["scripts/kits-package/Package.swift", "Tests/Kits/Fakes/Package.swift"] {
            #expect(Repository.text(manifest).contains("swiftLanguageModes: [.v6]"), "\(manifest)")
        }
        #expect(Repository.text("examples/ios-shop/project.yml").contains("SWIFT_VERSION: \"6.0\""))
        let own = ["Sources/Kits/CosterKit/", "Sources/Kits/CosterKitPassKit/"]
        let files = Self.kits.filter { file in own.contains { file.path.hasPrefix($0) } }
        let findings = files.flatMap { file in
            file.code.enumerated().filter {
                $0.element.contains(/@preconcurrency|@unchecked|nonisolated\(unsafe\)/)
            }.map { Finding(path: file.path, line: $0.offset + 1, what: "vouches") }
        }
        expectNone(findings)
    }

    /// The public reports of what went wrong with Apple Pay in other SDKs.
    private static let reports: [String: Set<Int>] = [
        "adyen-ios": [204, 517, 747, 748, 1405, 1408, 1838, 1888, 2207, 2382],
        "adyen-react-native": [109, 767], "braintree_ios": [93, 180, 251, 334],
        "capacitor-stripe": [451], "checkout-sheet-kit-swift": [514],
        "cordova-plugin-applepay": [29, 36, 54], "flutter-plugin": [44, 59, 219],
        "flutter_stripe": [988], "frames-ios": [542], "kiwix-apple": [1540],
        "rnw-community": [210], "stripe-ios": [502, 1467, 1888, 2278, 6013],
        "stripe-react-native": [1659], "tipsi-stripe": [525],
    ]

    @Test("each report has a test that names it")
    func everyReport() {
        var named: [String: Set<Int>] = [:]
        let files = Repository.tests.filter {
            $0.path.hasPrefix("Tests/Kits/") || $0.path.hasSuffix("/KitRuleTests.swift")
        }
        for line in files.flatMap(\.lines) {
            for found in line.matches(of: /([a-z][\w-]+) (?:PR )?(\d+(?:, \d+)*)[:,]/) {
                let numbers = found.2.split(separator: ", ").compactMap { Int($0) }
                named[String(found.1), default: []].formUnion(numbers)
            }
        }
        for (repository, numbers) in Self.reports {
            let missing = numbers.subtracting(named[repository] ?? [])
            #expect(missing.isEmpty, "\(repository) \(missing.sorted())")
        }
    }
}
