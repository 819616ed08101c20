import Foundation
import Programs

/// The ISO 8583 host in Python beside this file, in a process of its own.
package final class ISO8583Host: Sendable {
    /// The host's ledger; amounts in minor units.
    package struct State: Decodable, Sendable {
        /// An authorization that it holds.
        package struct Hold: Decodable, Sendable {
            package let approved: Int64
            package let captured: Int64
            package let refunded: Int64
            package let released: Int64

            package var remaining: Int64 { approved - captured - released }
        }

        package let requests: Int
        /// How many messages of each type came.
        package let counters: [String: Int]
        /// How many messages other than authorizations had a cryptogram or the like.
        package let proofsOutside: Int
        package let doublePosted: [String]
        package let outstanding: [String]
        /// By our identifier, which field 123 has.
        package let authorizations: [String: Hold]
    }

    /// How a host is started.
    package struct Options: Sendable {
        package var specification = "spec87-ascii"
        package var framing = "two-bytes"
        package var requiresSignOn = false
        /// The files of its certificate and key; nil for plain TCP.
        package var certificate: (certificate: String, key: String)?
        /// The file of the certificates that clients must prove themselves by; nil if they needn't.
        package var clients: String?

        package init() {}

        fileprivate var arguments: [String] {
            ["--specification", specification, "--framing", framing]
                + (requiresSignOn ? ["--require-sign-on"] : [])
                + (certificate.map { ["--certificate", $0.certificate, "--key", $0.key] } ?? [])
                + (clients.map { ["--client-roots", $0] } ?? [])
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    /// Python with pyiso8583. Its path as it is: a link of the environment, which must not be followed.
    private static let python = folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/clients/bin/python").path
    /// Whether a host can be started.
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

    package let port: Int
    private let control: String
    private let child: Child

    private init(port: Int, control: Int, child: Child) {
        self.port = port
        self.control = "http://127.0.0.1:\(control)"
        self.child = child
    }

    deinit {
        child.signal(SIGKILL)
    }

    /// Starts a host, and waits until it is ready.
    package static func start(_ options: Options = Options()) async throws -> ISO8583Host {
        let script = folder.appending(path: "iso8583_host.py").path
        let child = try Child(
            Child.Launch(
                program: python, arguments: [script] + options.arguments,
                errorFile: "/dev/null"))
        let line = (await child.firstLine() ?? "").split(separator: " on ")
        let numbers = line.dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
        guard numbers.count == 2 else { throw HostNotReady() }
        return ISO8583Host(port: numbers[0], control: numbers[1], child: child)
    }

    /// Ends it, as a host that is gone, and waits until nobody listens there.
    package func stop() async {
        child.signal(SIGKILL)
        _ = await child.ending()
    }

    /// Its ledger now.
    package func state() async throws -> State {
        try await HostControl.get(control + "/state")
    }

    /// Lets answers go that are late on purpose.
    package func release() async throws {
        try await HostControl.post(control + "/release")
    }

    /// Sends an echo over each link.
    package func push() async throws {
        try await HostControl.post(control + "/push")
    }
}
