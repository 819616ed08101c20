import Gateway
import Webhooks

/// The settings of a server, all of them valid.
@dynamicMemberLookup
package struct ServerSettings: Sendable {
    private let settings: Settings
    package let data: DataFolder
    /// The place of the database.
    package let location: DatabaseLocation

    /// Reads all settings, and refuses those that would have no effect, or another than their author expects.
    ///
    /// - Throws: Exit code 78, with a line for each problem.
    package init(_ flags: Settings.Flags) throws(CosterFailure) {
        settings = Settings(flags)
        let refusals = settings.refusals
        guard refusals.isEmpty else {
            throw CosterFailure(.configuration, refusals.map(\.line).joined(separator: "\n"))
        }
        data = DataFolder(settings.dataFolder)
        var location = try DatabaseLocation(folder: data, databaseURL: settings.databaseURL)
        location.connections = settings.databaseConnections
        self.location = location
    }

    /// The value of a setting, or its default.
    package subscript<Value>(dynamicMember path: KeyPath<SettingTable, Setting<Value>>) -> Value {
        settings[dynamicMember: path]
    }

    /// Where events may be sent: a sandbox also sends to its own machine.
    var webhookRules: WebhookRules {
        WebhookRules(allowed: self.webhookNetworks ?? [], allowsLoopback: self.isSandbox)
    }

    /// How many requests for pages one address may send a second. A production server without TLS of its own has a proxy
    /// before it, whose address is everybody's.
    var pageRequestsPerSecond: Int? {
        let isDirect = self.isSandbox || self.tlsCertificateFile != nil
        return self.maximumPageRequestsPerSecond
            ?? (isDirect ? GatewayLimits.pageRequestsPerSecond : nil)
    }

    /// The step at which a sandbox kills itself; see `CrashPoint`.
    var stopAt: String? { self.isSandbox ? self.sandboxStopAt : nil }

    /// The mistake that a debug build's sandbox is to make; see `PlantedBug`.
    var plantedBug: String? { self.isSandbox ? self.sandboxPlant : nil }

    /// The address of a sandbox's acquirer, if it is a program of its own; see `RemoteSandbox`.
    var remoteAcquirer: HostAndPort? { self.isSandbox ? self.sandboxAcquirer : nil }
}
