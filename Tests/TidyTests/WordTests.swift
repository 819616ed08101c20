import Testing

/// A pattern that code may not have.
private struct Ban {
    let what: String
    let pattern: Regex<AnyRegexOutput>

    init(_ what: String, _ pattern: some RegexComponent) {
        self.what = what
        self.pattern = Regex<AnyRegexOutput>(pattern.regex)
    }

    /// Where the code of some files has it.
    func findings(
        in files: [SwiftFile], except allowed: (String) -> Bool = { _ in false }
    ) -> [Finding] {
        files.filter { !allowed($0.path) }.flatMap { file in
            file.code.enumerated().compactMap { number, line in
                line.firstMatch(of: pattern).map { _ in
                    Finding(path: file.path, line: number + 1, what: what)
                }
            }
        }
    }
}

/// The files that may turn our integers into a library's seconds, where a library has no other argument.
private let secondsOfLibraries: Set<String> = [
    "Sources/AppleSimulator/Certificates/SimulatedAuthority.swift",
    "Sources/SQLiteDatabase/SQLiteDatabase.swift",
]

/// The files that vouch for a library's type where the compiler cannot, and what they vouch for.
private let vouchedFor: [String: String] = [
    "Sources/ApplePayToken/Keys/MerchantKey.swift": "an RSA key that no one changes",
    "Sources/SQLiteDatabase/SQLValue+SQLite.swift": "a constant of SQLite that C writes as a cast",
    "Sources/Kits/CosterCardPages/API/BridgeReply.swift": "an app's answer, handed over once",
    "Sources/Kits/CosterCardPages/API/CardAPI.swift": "its settings have a lock that iOS 15 has",
    "Sources/Kits/CosterBolt/BMSAPI.swift": "adds nothing to CardAPI's settings",
    "Sources/Kits/CosterCardConnectConsumer/CCCAPI.swift": "adds nothing to CardAPI's settings",
]

/// The files with a name that a vendor chose.
private let namedByVendors: Set<String> = [
    "Sources/Kits/CosterBolt/BMSAccount.swift",
    "Sources/Kits/CosterCardConnectConsumer/CCCAccount.swift",
]

/// The file whose functions have no argument for the time, as the vendor's have none.
private let clockOfApps = "Sources/Kits/CosterCardPages/Cards/CardRules.swift"

@Suite("Some words have no place in Sources", .timeLimit(.minutes(5)))
struct WordTests {
    @Test("money and time are never floating-point numbers")
    func noFloatingPoint() {
        let ban = Ban(
            "floating point",
            /\b(?:Double|Float|Float16|Float32|Float64|CGFloat|TimeInterval|Decimal)\b/)
        expectNone(ban.findings(in: Repository.sources) { secondsOfLibraries.contains($0) })
    }

    @Test("nothing traps on purpose")
    func noTraps() {
        let ban = Ban(
            "a trap", /\btry!|\bas!|\bfatalError\b|\bunsafelyUnwrapped\b/)
        expectNone(ban.findings(in: Repository.sources))
    }

    @Test("no check of the compiler is switched off but in the listed files")
    func nothingUnchecked() {
        let unchecked = /@unchecked\s+Sendable|nonisolated\(unsafe\)|\bunsafeBitCast\b/
        let ban = Ban("unchecked", unchecked)
        expectNone(ban.findings(in: Repository.sources) { vouchedFor[$0] != nil })
    }

    @Test("nothing is left to do without an issue")
    func nothingLeftToDo() {
        let findings = Repository.sources.flatMap { file in
            file.lines.enumerated().compactMap { number, line -> Finding? in
                guard line.contains("TODO") || line.contains("FIXME") else { return nil }
                guard line.firstMatch(of: /#\d+/) == nil else { return nil }
                return Finding(path: file.path, line: number + 1, what: "left to do, no issue")
            }
        }
        expectNone(findings)
    }

    @Test("only the command line prints")
    func onlyTheCommandLinePrints() {
        let ban = Ban("prints", /(?:^|[^\w.])(?:print|debugPrint|dump|NSLog)\(/)
        let printing = [
            "Sources/CosterCommands/", "Sources/CosterServer/", "Sources/CosterOperations/",
            "Sources/Simulation/ShopSimulator/",
        ]
        expectNone(
            ban.findings(in: Repository.sources) { path in printing.contains { path.hasPrefix($0) }
            })
    }

    @Test("the clock is read at the edge alone; elsewhere the time is an argument")
    func clockIsReadAtTheEdge() {
        let clocks =
            /\bDate\(\)|\bDate\s*\.now|\b(?:Continuous|Suspending)Clock\b|\b(?:DispatchTime|NIODeadline)\s*\.now|\bclock_gettime\b|\bgettimeofday\b|(?:^|[\s(,=])\.now\b/
        let ban = Ban("reads a clock", clocks)
        expectNone(
            ban.findings(in: Repository.sources) { path in
                path.hasPrefix("Sources/CosterServer/") || path.hasPrefix("Sources/Gateway/")
                    || path == clockOfApps
            })
    }

    @Test("tests do not sleep")
    func testsDoNotSleep() {
        let ban = Ban("sleeps", /\b(?:Thread|Task)\s*\.sleep|(?:^|[^\w.])u?sleep\(/)
        expectNone(ban.findings(in: Repository.tests))
    }

    @Test("a type is named for what it is")
    func typesAreNamed() {
        let ban = Ban(
            "a name without a noun",
            /\b(?:class|struct|enum|actor|protocol|typealias)\s+(?:\w*(?:Manager|Helper|Helpers|Util|Utils|Common|Info|Base|Impl))\b/
        )
        expectNone(
            ban.findings(in: Repository.sources + Repository.tests + Repository.others) {
                namedByVendors.contains($0)
            })
    }

    @Test("no file is longer than 500 lines; the manifest grows by a row for each target")
    func filesAreShort() {
        let files = (Repository.sources + Repository.tests + Repository.others).filter {
            $0.path != "Package.swift"
        }
        let findings = files.filter { $0.lines.count > longestFile + 1 }.map {
            Finding(path: $0.path, line: longestFile, what: "\($0.lines.count) lines")
        }
        expectNone(findings)
    }

    private let longestFile = 500
}
