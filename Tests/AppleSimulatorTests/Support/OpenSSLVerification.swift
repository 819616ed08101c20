import AppleSimulator
import Foundation
import Programs

/// Whether `openssl cms -verify` accepts a detached signature at the time of the tests' orders.
func isAccepted(
    _ signature: [UInt8], content: [UInt8], root: String? = nil
) async throws -> Bool {
    let rootPEM = try root ?? SimulatorFixture.shared.get().apple.rootPEM
    var isAccepted = false
    try await withTemporaryFolder { folder in
        for (name, bytes) in [
            ("signature", signature), ("content", content), ("root", Array(rootPEM.utf8)),
        ] {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        let openssl = try Program("openssl").run([
            "cms", "-verify", "-binary", "-inform", "DER", "-purpose", "any",
            "-attime", String(moment.seconds), "-in", "\(folder)/signature",
            "-content", "\(folder)/content", "-CAfile", "\(folder)/root", "-out", "/dev/null",
        ])
        isAccepted = openssl.status == 0
    }
    return isAccepted
}
