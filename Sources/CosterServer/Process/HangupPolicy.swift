import Foundation

/// The signal SIGHUP, at which a server finishes its requests and ends, as at SIGTERM.
///
/// A closing terminal sends it, and so do operators who expect a server to reload its settings: either way no request
/// should lose its reply.
enum HangupPolicy {
    /// Whether it ends a server. `nohup` ignores the signal, and so it stays.
    ///
    /// Source: proc(5), SigIgn: a mask in hexadecimal digits, whose lowest bit is signal 1, SIGHUP.
    static var ends: Bool {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigIgn:") }),
            let last = line.last?.hexDigitValue
        else { return true }
        return last & 1 == 0
    }
}
