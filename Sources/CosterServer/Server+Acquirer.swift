import PaymentEngine
import SandboxAcquirer

extension Server {
    /// The sandbox's own line, which answers by test tables.
    static func acquirer(
        _ settings: ServerSettings
    ) async throws(CosterFailure) -> any AcquirerLine {
        // Later than the engine waits, so that the answer is always too late.
        let lateness = Duration.seconds(settings.acquirerTimeoutSeconds * 2)
        return SandboxAcquirer(
            host: try await host(settings),
            timing: SandboxTiming(lateness: lateness, sleep: SystemClock.engine.sleep),
            now: SystemClock.engine.now)
    }

    private static func host(
        _ settings: ServerSettings
    ) async throws(CosterFailure) -> any SandboxHost {
        if let address = settings.remoteAcquirer { return RemoteSandbox(address: "\(address)") }
        do {
            return try await SandboxLedger(folder: settings.data.path)
        } catch {
            throw CosterFailure(StartError.acquirerUnusable(folder: settings.data.path))
        }
    }
}
