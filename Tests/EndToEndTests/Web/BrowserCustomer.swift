import Foundation
import Programs
import Testing

/// A customer at Debian's Chromium, which Playwright drives: a step a line in, what came of it a line out.
struct BrowserCustomer: Sendable {
    /// One thing that the customer does or sees; the words are those of `browser.py`.
    struct Step: Sendable {
        let words: [JSONWord]

        init(_ name: String, _ arguments: JSONWord...) {
            words = [.text(name)] + arguments
        }
    }

    /// An argument of a step.
    enum JSONWord: Sendable, Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Int)

        init(stringLiteral text: String) { self = .text(text) }
        init(integerLiteral number: Int) { self = .number(number) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    /// What came of a run.
    struct Visit: Sendable {
        /// The texts that steps named `text` read, in order.
        var texts: [String] = []
        /// What the browser complained about.
        var complaints: [String] = []
    }

    private static let clients = Places.repository.appending(path: ".build/clients").path
    private static let browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    private static let script =
        Places.repository.appending(path: "Tests/EndToEndTests/Clients/browser.py").path

    private static var browser: String? {
        browsers.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Whether there is a browser, and what drives it.
    static var isInstalled: Bool {
        browser != nil && FileManager.default.isExecutableFile(atPath: "\(clients)/bin/playwright")
    }

    /// The settings of the simulated device. Its sheet is open to clicks.
    var simulator: [String: String] = [:]

    /// Goes through the steps. A step that fails is an issue of the test.
    func visit(
        _ steps: [Step], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Visit {
        var settings = ["inspectable": "true"]
        settings.merge(simulator) { $1 }
        let simulator = settings.map { "\"\($0)\":\($1)" }.joined(separator: ",")
        let lines = try steps.map { step in
            String(decoding: try JSONEncoder().encode(step.words), as: UTF8.self)
        }
        let environment = ProcessInfo.processInfo.environment.filter {
            $0.key == "COSTER_SCREENSHOTS"
        }
        let run = try await CommandRun.run(
            "\(Self.clients)/bin/python",
            [Self.script, try #require(Self.browser), "{\(simulator)}"],
            input: lines.joined(separator: "\n") + "\n", environment: environment)
        #expect(run.ending == .exited(0), "\(run.errors)", sourceLocation: sourceLocation)
        return try Self.visit(told: run.output, sourceLocation)
    }

    private static func visit(
        told output: String, _ sourceLocation: SourceLocation
    ) throws -> Visit {
        var visit = Visit()
        for line in output.split(separator: "\n") {
            let told = try JSONDecoder().decode(Told.self, from: Data(line.utf8))
            if let error = told.error {
                Issue.record("\(error)", sourceLocation: sourceLocation)
            }
            if let text = told.value { visit.texts.append(text) }
            visit.complaints += told.complaints ?? []
        }
        return visit
    }

    private struct Told: Decodable {
        let value: String?
        let error: String?
        let complaints: [String]?
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests that need a browser if there is none.
    static var withBrowser: Self {
        .enabled(
            if: BrowserCustomer.isInstalled,
            "there is no Chromium with Playwright; make clients installs both")
    }
}
