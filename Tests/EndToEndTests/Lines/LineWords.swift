import LineHosts

extension LineHost.Acquirer {
    /// Those whose hosts can be started here.
    static let installed = allCases.filter(\.isInstalled)

    /// The words of `coster line create` for a line to a host on this machine; they lack its mode.
    ///
    /// - Parameters:
    ///   - secretFile: The file of the secret, if this kind of line has one.
    ///   - roots: The file of the certificates that the host's own must come from; nil without TLS.
    ///   - identifiers: What a profile of ISO 8583 writes in field 123.
    func creation(
        in place: TemporaryFolder, port: Int, user: String, secretFile: String, roots: String?,
        identifiers: String = #""identifier""#
    ) async throws -> [String] {
        let words = ["line", "create", rawValue, "--kind", rawValue]
        let trust = roots.map { ["--roots", $0] } ?? []
        guard self == .iso8583 else {
            let host = roots == nil ? "http://127.0.0.1" : "https://localhost"
            return words + trust
                + [
                    "--address", "\(host):\(port)\(path)", "--user", user, "--secret-file",
                    secretFile,
                ]
        }
        let shipped = try await CommandRun.coster(["line", "profile", "spec87-ascii"]).output
        // The messages after the authorization are like it.
        let profile = shipped.replacing(
            #""11": "stan","#, with: #""123": \#(identifiers), "11": "stan","#, maxReplacements: 1)
        return words + (roots == nil ? ["--allow-plaintext-line"] : trust)
            + [
                "--host", "localhost:\(port)", "--links", "2", "--profile",
                try place.write(profile, to: "profile.json"),
            ]
    }
}
