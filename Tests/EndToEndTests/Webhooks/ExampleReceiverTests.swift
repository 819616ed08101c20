import Foundation
import LineHosts
import Programs
import Testing

/// A receiver of `examples/webhooks`, by the words that start it at a port.
struct ExampleReceiver: Sendable, CustomTestStringConvertible {
    let language: String
    let program: String
    let words: @Sendable (_ file: String, _ port: Int) -> [String]
    let file: String

    var testDescription: String { language }

    static let all = [
        ExampleReceiver(
            language: "Python", program: "/usr/bin/python3", words: { [$0, String($1)] },
            file: "receiver.py"),
        ExampleReceiver(
            language: "Node", program: "/usr/bin/node", words: { [$0, String($1)] },
            file: "receiver.mjs"),
        ExampleReceiver(
            language: "PHP", program: "/usr/bin/php", words: { ["-S", "127.0.0.1:\($1)", $0] },
            file: "receiver.php"),
    ]

    /// Whether its interpreter is on this machine.
    var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }
}

@Suite("The receivers of examples/webhooks", .timeLimit(.minutes(20)))
struct ExampleReceiverTests {
    @Test(
        "take each event, and refuse what another secret signed",
        arguments: ExampleReceiver.all.filter(\.isThere))
    func receive(_ example: ExampleReceiver) async throws {
        let file = Places.repository.appending(path: "examples/webhooks/\(example.file)").path
        let port = try FreePort.find()
        try await WebhookOffice.lend { office in
            let endpoint = try await office.create("http://127.0.0.1:\(port)/")
            let child = try Child(
                Child.Launch(
                    program: example.program, arguments: example.words(file, port),
                    environment: ["WEBHOOK_SECRET": endpoint.secret], errorFile: "/dev/null"))
            let data = ["--data", office.server.folder]
            try await office.wait {
                try await CommandRun.coster(["webhook", "test", endpoint.id] + data).ending
                    == .exited(0)
            }
            try await office.pay()
            try await office.wait {
                let output = String(decoding: child.output, as: UTF8.self)
                return ["endpoint.test", "payment.authorized", "payment.captured"]
                    .allSatisfy(output.contains)
            }
            // The receiver has the old secret alone.
            try await office("webhook rotate \(endpoint.id) --overlap-hours 0")
            let run = try await office("webhook test \(endpoint.id)", 1)
            #expect(run.errors.contains("HTTP 401"))
            child.signal(SIGKILL)
        }
    }
}
