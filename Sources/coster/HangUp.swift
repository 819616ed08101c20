import Foundation

/// The signal SIGHUP, at which a server finishes what it has begun and ends, as at SIGTERM.
///
/// A terminal that closes sends it, and so do those who expect a server to read its settings anew: either way no request
/// is to lose its reply.
enum HangUp {
    /// Whether it ends a server. Who started that with `nohup` has the signal ignored, and so it stays.
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
