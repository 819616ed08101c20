import Foundation
import Programs

/// A host of an acquirer in Python beside this file, in a process of its own.
package final class LineHost: Sendable {
    /// The acquirers, each with a host that speaks its protocol.
    package enum Acquirer: String, Sendable, CaseIterable {
        case worldpay, cybersource, iso8583

        /// Those that are reached by HTTP.
        package static let overHTTP: [Acquirer] = [.worldpay, .cybersource]

        /// The user that it takes; Worldpay's takes any.
        package var user: String { self == .worldpay ? "FLOWERS" : "flowers_shop" }

        /// The secret that it takes, as a line's file has it.
        package var secret: String {
            switch self {
            case .worldpay: "worldpay-secret"
            case .cybersource:
                "08c94330-f618-42a3-b09d-e1e43be5efda Y3liZXJzb3VyY2Utc2hhcmVkLXNlY3JldC0wMTIzNDU="
            case .iso8583: ""
            }
        }

        /// The path of the line's address.
        package var path: String { self == .worldpay ? "/vap/communicator/online" : "/" }

        /// Whether its host can be started: that of ISO 8583 needs pyiso8583, which scripts/install-clients installs.
        package var isInstalled: Bool {
            self != .iso8583 || FileManager.default.isExecutableFile(atPath: Self.python)
        }

        /// Python with pyiso8583. Its path as it is: a link of the environment, which must not be followed.
        private static let python = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".build/clients/bin/python").path
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

        /// What starts its host.
        fileprivate var command: [String] {
            [
                self == .iso8583 ? Self.python : "python3", "-B",
                Self.folder.appending(path: "\(self)_host.py").path,
            ]
        }
    }

    /// The host's ledger; amounts in minor units.
    package struct State: Decodable, Sendable {
        /// An authorization that it holds, or has declined with 0.
        package struct Hold: Decodable, Sendable {
            package let approved: Int64
            package let captured: Int64
            package let refunded: Int64
            package let released: Int64

            package var remaining: Int64 { approved - captured - released }
        }

        package let requests: Int
        package let authorized: Int64
        package let captured: Int64
        package let refunded: Int64
        package let doublePosted: [String]
        package let outstanding: [String]
        /// By our identifier.
        package let authorizations: [String: Hold]
        /// What cards were given without a payment, by our identifier.
        package let credits: [String: Int64]
        /// How many messages other than authorizations had a cryptogram or the like.
        package let proofsOutside: Int
        /// How many messages of each type came; nil where there are no types.
        package let counters: [String: Int]?
    }

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
    ///
    /// - Parameters:
    ///   - certificate: The files of its certificate and key; nil for none of TLS.
    ///   - clients: The file of the certificates that clients must prove themselves by; nil if they needn't.
    ///   - more: Further arguments of its script.
    package static func start(
        _ acquirer: Acquirer, certificate: (certificate: String, key: String)? = nil,
        clients: String? = nil, _ more: [String] = []
    ) async throws -> LineHost {
        let options =
            (certificate.map { ["--certificate", $0.certificate, "--key", $0.key] } ?? [])
            + (clients.map { ["--client-roots", $0] } ?? [])
        let child = try Child(
            Child.Launch(
                program: "/usr/bin/env", arguments: acquirer.command + options + more,
                errorFile: "/dev/null"))
        // `NAME host on PORT, control on PORT`
        let numbers = (await child.firstLine() ?? "").components(separatedBy: " on ")
            .dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
        guard numbers.count == 2 else { throw HostNotReady() }
        return LineHost(port: numbers[0], control: numbers[1], child: child)
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

    /// Sends an echo over each link of ISO 8583.
    package func push() async throws {
        try await HostControl.post(control + "/push")
    }
}

/// The host did not start; is Python there?
package struct HostNotReady: Error {}

/// A certificate of localhost, made by openssl.
package enum HostCertificate {
    /// Makes a key and a certificate that signs itself.
    ///
    /// - Parameter name: The host's name as clients check it.
    package static func make(
        in folder: String, for name: String = "localhost"
    ) throws -> (certificate: String, key: String) {
        let (certificate, key) = ("\(folder)/\(name).pem", "\(folder)/\(name).key")
        let ending = try Program("openssl").run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=\(name)", "-days", "30", "-keyout", key, "-out", certificate,
            "-addext", "subjectAltName=DNS:\(name)",
        ])
        guard ending.status == 0 else { throw HostNotReady() }
        return (certificate, key)
    }
}
