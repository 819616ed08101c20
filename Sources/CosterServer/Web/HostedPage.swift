import SandboxPages

/// What the hosted page of a server loads besides its own files.
package enum HostedPage {
    /// The paths of scripts in front of its own: in a sandbox, the simulated device.
    package static func scripts(isSandbox: Bool) -> [String] {
        isSandbox ? [SandboxSite.scriptPath] : []
    }
}
