import Configuration
import Foundation
import SystemPackage

/// What a server is told: flags beat the environment (`COSTER_…`), which beats the file.
struct ServerSettings: Sendable {
    /// The flags of the command line; nil where not given.
    struct Flags: Sendable {
        var sandbox: Bool?
        var listen: String?
        var data: String?
        var databaseURL: String?
        var config: String?
    }

    var isSandbox: Bool
    var host: String
    var port: Int
    var data: DataFolder
    /// Where the books are.
    var books: BooksPlace
    var masterKeyFile: String?
    var acquirer: String?
    var acquirerTimeoutSeconds: Int
    var tokenMaximumAgeSeconds: Int
    var bodyLimit: Int?
    var maximumConnections: Int?
    var maximumConcurrentRequests: Int?
    var maximumQueuedRequests: Int?
    /// How many requests of one client are taken a second; nil for all.
    var maximumRequestsPerSecond: Int?
    var tlsCertificateFile: String?
    var tlsKeyFile: String?
    /// Whether more may be refunded than was captured.
    var allowsRefundBeyondCapture: Bool
    /// The step at which a sandbox kills itself; see `SandboxFaults`.
    var stopAt: String?
    /// Where a sandbox's acquirer listens, HOST:PORT, where it is a program of its own; see `SandboxLink`.
    var sandboxAcquirer: String?
    /// The mistake that a debug build's sandbox is to make; see `PlantedBug`.
    var plantedBug: String?

    /// Reads all settings.
    ///
    /// - Throws: Exit code 78 with what is wrong and how to mend it.
    static func read(_ flags: Flags) async throws(CosterFailure) -> ServerSettings {
        // What is not set and what is empty are the same to whoever writes a unit file.
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
                    "The configuration file \(file) cannot be read as JSON. Check the path and its syntax."
                )
            }
        } else {
            reader = early
        }
        return try ServerSettings(flags, reader)
    }

    private init(_ flags: Flags, _ reader: ConfigReader) throws(CosterFailure) {
        isSandbox = flags.sandbox ?? reader.bool(forKey: "sandbox", default: false)
        let listen = flags.listen ?? reader.string(forKey: "listen", default: "127.0.0.1:8080")
        (host, port) = try ServerSettings.address(listen)
        data = DataFolder(
            flags.data
                ?? reader.string(
                    forKey: "data", default: WrittenSettings.usualDataFolder))
        books = try BooksPlace(
            folder: data,
            databaseURL: flags.databaseURL
                ?? reader.string(forKey: "database-url", isSecret: true))
        if let connections = try ServerSettings.positive(
            reader, "database-connections", atMost: 1_000)
        {
            books.connections = connections
        }
        masterKeyFile = reader.string(forKey: "master-key-file")
        acquirer = reader.string(forKey: "acquirer")
        acquirerTimeoutSeconds = try ServerSettings.positive(
            reader, "acquirer-timeout-seconds", atMost: 300, default: 10)
        tokenMaximumAgeSeconds = try ServerSettings.positive(
            reader, "token-max-age-seconds", atMost: 31_536_000, default: 300)
        bodyLimit = try ServerSettings.positive(reader, "body-limit", atMost: 16_777_216)
        maximumConnections = try ServerSettings.positive(reader, "max-connections", atMost: 100_000)
        maximumConcurrentRequests = try ServerSettings.positive(
            reader, "max-concurrent-requests", atMost: 100_000)
        maximumQueuedRequests = try ServerSettings.positive(
            reader, "max-queued-requests", atMost: 1_000_000)
        maximumRequestsPerSecond = try ServerSettings.positive(
            reader, "max-requests-per-second", atMost: 1_000_000)
        tlsCertificateFile = reader.string(forKey: "tls-certificate-file")
        tlsKeyFile = reader.string(forKey: "tls-key-file")
        allowsRefundBeyondCapture = reader.bool(forKey: "refund-beyond-capture", default: false)
        if isSandbox {
            stopAt = reader.string(forKey: "sandbox-stop-at")
            plantedBug = reader.string(forKey: "sandbox-plant")
            sandboxAcquirer = reader.string(forKey: "sandbox-acquirer")
        }
        if let sandboxAcquirer { _ = try ServerSettings.address(sandboxAcquirer) }
        guard (tlsCertificateFile == nil) == (tlsKeyFile == nil) else {
            throw CosterFailure(
                .configuration,
                "TLS needs both tls-certificate-file and tls-key-file; give the one that is missing."
            )
        }
        try requireProductionParts()
    }

    /// Without the sandbox only Apple's root is trusted, and nothing is made up: an acquirer must be there; whether a
    /// master key is, the books say.
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

    private static func address(_ text: String) throws(CosterFailure) -> (String, Int) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port),
            colon != text.startIndex
        else {
            throw CosterFailure(
                .configuration, "The listen address must be HOST:PORT, such as 127.0.0.1:8080.")
        }
        let host = text[..<colon]
        return (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host), port)
    }

    private static func positive(
        _ reader: ConfigReader, _ key: ConfigKey, atMost limit: Int
    ) throws(CosterFailure) -> Int? {
        guard let text = reader.string(forKey: key) ?? reader.int(forKey: key).map(String.init)
        else { return nil }
        guard let value = Int(text), (1...limit).contains(value) else {
            throw CosterFailure(
                .configuration, "The setting \(key) must be a whole number from 1 to \(limit).")
        }
        return value
    }

    private static func positive(
        _ reader: ConfigReader, _ key: ConfigKey, atMost limit: Int, default fallback: Int
    ) throws(CosterFailure) -> Int {
        try positive(reader, key, atMost: limit) ?? fallback
    }
}
