import CosterServer
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The terminal that a person looks at, if there is one.
enum Terminal {
    /// Whether standard output is a terminal: lists are aligned, and may have color.
    static let isOutput = isatty(STDOUT_FILENO) == 1

    /// Whether standard error is a terminal: progress is shown there alone.
    static let showsProgress = isatty(STDERR_FILENO) == 1

    /// Whether standard output may have color.
    ///
    /// Source: https://no-color.org: a variable NO_COLOR that is not empty turns color off.
    static let hasColor =
        isOutput && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

    /// A text in a color; the text as it is if standard output has no color. The color is never the only sign.
    static func colored(_ text: String, _ color: Color) -> String {
        hasColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Colors by their codes.
    ///
    /// Source: ECMA-48, 8.3.117 (SGR).
    enum Color: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case gray = 90
    }
}

/// One line on a terminal that shows how far a command has come; nothing if standard error isn't a terminal.
struct ProgressLine: Sendable {
    /// The work, such as `Checking`.
    let work: String

    /// Shows the progress in place of the progress before.
    ///
    /// - Parameter total: The whole; nil if it isn't known.
    func show(_ done: Int, of total: Int? = nil, _ unit: String) {
        let share = total.map { $0 > 0 ? " (\(done * 100 / $0)%)" : "" } ?? ""
        let all = total.map { " of \($0)" } ?? ""
        show("\(done)\(all) \(unit)\(share)")
    }

    /// Shows a text in place of the progress before.
    func show(_ text: String) {
        guard Terminal.showsProgress else { return }
        // Back to the start of the line, and clear it. Source: ECMA-48, 8.3.41 (EL).
        Operator.tell("\r\u{1B}[K\(work): \(text)", terminator: "")
    }

    /// Clears the line.
    func end() {
        guard Terminal.showsProgress else { return }
        Operator.tell("\r\u{1B}[K", terminator: "")
    }
}
