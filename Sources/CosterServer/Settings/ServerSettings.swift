import Configuration
import Foundation
import Logging
import SystemPackage

/// The settings of a server: flags beat the environment (`COSTER_…`), which beats the file.
package struct ServerSettings: Sendable {
    /// The flags of the command line; nil where not given.
    package struct Flags: Sendable {
        package var sandbox: Bool?
        package var listen: String?
        package var data: String?
        package var databaseURL: String?
        package var config: String?

        package init(
            sandbox: Bool? = nil, listen: String? = nil, data: String? = nil,
            databaseURL: String? = nil, config: String? = nil
        ) {
            self.sandbox = sandbox
            self.listen = listen
            self.data = data
            self.databaseURL = databaseURL
            self.config = config
        }
    }

    package var isSandbox: Bool
    package var host: String
    package var port: Int
    package var data: DataFolder
    /// The place of the database.
    package var location: DatabaseLocation
    package var masterKeyFile: String?
    package var acquirer: String?
    var acquirerTimeoutSeconds: Int
    var tokenMaximumAgeSeconds: Int
    var bodyLimit: Int?
    var maximumConnections: Int?
    var maximumConcurrentRequests: Int?
    var maximumQueuedRequests: Int?
    /// How many of a hundred places the requests of one merchant may hold.
    var maximumMerchantShare: Int?
    /// How many connections of one address may be open without a first request.
    var maximumNewConnectionsPerAddress: Int?
    /// How many requests of one client are taken a second; nil for all.
    var maximumRequestsPerSecond: Int?
    var tlsCertificateFile: String?
    var tlsKeyFile: String?
    /// Whether more may be refunded than was captured.
    var allowsRefundBeyondCapture: Bool
    /// Whether an idle server overwrites its threads' stacks; see `CrashPrivacy`.
    package var wipesIdleStacks: Bool
    /// When the batch is closed each day; nil where `coster settle` does it alone.
    var settleAt: TimeOfDay?
    /// The least level of the lines that the log has.
    var logLevel: Logger.Level
    /// The step at which a sandbox kills itself; see `CrashPoint`.
    var stopAt: String?
    /// The address of a sandbox's acquirer, HOST:PORT, if it is a program of its own; see `RemoteSandbox`.
    var sandboxAcquirer: String?
    /// The mistake that a debug build's sandbox is to make; see `PlantedBug`.
    var plantedBug: String?

    /// Reads all settings, once each of them is known and takes its value; `Setting` knows them.
    ///
    /// - Throws: Exit code 78 with what is wrong and how to mend it.
    package static func read(_ flags: Flags) async throws(CosterFailure) -> ServerSettings {
        // For the author of a unit file, unset and empty are the same.
        let variables = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let environment = EnvironmentVariablesProvider(environmentVariables: variables)
            .prefixKeys(with: "coster")
        let early = ConfigReader(provider: environment)
        let file = flags.config ?? early.string(forKey: "config")
        let reader: ConfigReader
        if let file {
            do {
                let provider = try await FileProvider<JSONSnapshot>(filePath: FilePath(file))
                reader = ConfigReader(providers: [environment, provider])
            } catch {
                throw CosterFailure(
                    .configuration,
                    "The configuration file \(file) cannot be read, or is not one JSON object of settings. Check its path, and its syntax."
                )
            }
        } else {
            reader = early
        }
        try requireKnown(WrittenSettings(environment: variables, flags: flags))
        return try ServerSettings(flags, reader)
    }

    /// Refuses settings that would have no effect, or another than their author expects.
    private static func requireKnown(_ settings: WrittenSettings) throws(CosterFailure) {
        let findings = settings.findings + ConfigurationCheck.faults(settings)
        guard findings.isEmpty else {
            throw CosterFailure(
                .configuration, findings.map(\.line).joined(separator: "\n"))
        }
    }

    private init(_ flags: Flags, _ reader: ConfigReader) throws(CosterFailure) {
        isSandbox = flags.sandbox ?? reader.bool(forKey: "sandbox", default: false)
        let listen = flags.listen ?? reader.string(forKey: "listen", default: "127.0.0.1:8080")
        let address = try ServerSettings.address(listen, of: "listen")
        (host, port) = (address.host, address.port)
        data = DataFolder(
            flags.data
                ?? reader.string(
                    forKey: "data", default: WrittenSettings.usualDataFolder))
        location = try DatabaseLocation(
            folder: data,
            databaseURL: flags.databaseURL
                ?? reader.string(forKey: "database-url", isSecret: true))
        if let connections = ServerSettings.number(reader, "database-connections") {
            location.connections = connections
        }
        masterKeyFile = reader.string(forKey: "master-key-file")
        acquirer = reader.string(forKey: "acquirer")
        acquirerTimeoutSeconds =
            ServerSettings.number(reader, "acquirer-timeout-seconds") ?? 10
        tokenMaximumAgeSeconds = ServerSettings.number(reader, "token-max-age-seconds") ?? 300
        bodyLimit = ServerSettings.number(reader, "body-limit")
        maximumConnections = ServerSettings.number(reader, "max-connections")
        maximumConcurrentRequests = ServerSettings.number(reader, "max-concurrent-requests")
        maximumQueuedRequests = ServerSettings.number(reader, "max-queued-requests")
        maximumMerchantShare = ServerSettings.number(reader, "max-merchant-share")
        maximumNewConnectionsPerAddress = ServerSettings.number(
            reader, "max-new-connections-per-address")
        maximumRequestsPerSecond = ServerSettings.number(reader, "max-requests-per-second")
        tlsCertificateFile = reader.string(forKey: "tls-certificate-file")
        tlsKeyFile = reader.string(forKey: "tls-key-file")
        allowsRefundBeyondCapture = reader.bool(forKey: "refund-beyond-capture", default: false)
        wipesIdleStacks = reader.bool(forKey: "wipe-idle-stacks", default: false)
        settleAt = reader.string(forKey: "settle-at").flatMap { TimeOfDay($0) }
        logLevel =
            reader.string(forKey: "log-level").flatMap { Logger.Level(rawValue: $0) } ?? .info
        if isSandbox {
            stopAt = reader.string(forKey: "sandbox-stop-at")
            plantedBug = reader.string(forKey: "sandbox-plant")
            sandboxAcquirer = reader.string(forKey: "sandbox-acquirer")
        }
        if let sandboxAcquirer {
            _ = try ServerSettings.address(sandboxAcquirer, of: "sandbox-acquirer")
        }
        guard (tlsCertificateFile == nil) == (tlsKeyFile == nil) else {
            throw CosterFailure(
                .configuration,
                "TLS needs both tls-certificate-file and tls-key-file; give the one that is missing."
            )
        }
        try requireProductionParts()
    }

    /// Without the sandbox only Apple's root is trusted, and nothing is made up: an acquirer must be there. The
    /// database says whether a master key must be.
    private func requireProductionParts() throws(CosterFailure) {
        guard !isSandbox else { return }
        guard let acquirer else {
            throw CosterFailure(
                .configuration,
                "An acquirer is required without --sandbox: set acquirer (COSTER_ACQUIRER), or start with --sandbox."
            )
        }
        throw CosterFailure(
            .configuration,
            "There is no acquirer line called \(acquirer) in this version; only the sandbox acquirer exists so far, and it needs --sandbox."
        )
    }

    private static func address(
        _ text: String, of setting: String
    ) throws(CosterFailure) -> HostAndPort {
        guard let address = HostAndPort(text) else {
            throw CosterFailure(
                .configuration,
                "Invalid value '\(text)' for `\(setting)`. Use HOST:PORT, for example 127.0.0.1:8080."
            )
        }
        return address
    }

    /// A number, which `requireKnown` found in its range.
    private static func number(_ reader: ConfigReader, _ key: ConfigKey) -> Int? {
        reader.string(forKey: key).flatMap { Int($0) } ?? reader.int(forKey: key)
    }
}
