import CardVault
import CosterServer
import Foundation
import KeyCustody

#if canImport(Glibc)
    import Glibc
#endif

/// Reads shares at the terminal without showing them, or from lines of standard input.
enum ShareEntry {
    private static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// The next share as it was typed, or nil at the end or at an empty line.
    static func next(_ prompt: String = "share: ") -> String? {
        guard isTerminal else { return line() }
        Operator.tell(prompt, terminator: "")
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return line() }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            Operator.tell("")
        }
        return line()
    }

    private static func line() -> String? {
        guard let line = readLine(strippingNewline: true) else { return nil }
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : text
    }

    /// Asks for shares until they give a master key.
    ///
    /// - Throws: Exit code 65 for a share that is refused, or where too few are entered.
    static func masterKey(of sets: [ShareCommitments]) throws(CosterFailure) -> MasterKey {
        var collector = ShareCollector(sets: sets)
        Operator.tell("The master key is split. Enter its shares.")
        while let text = next() {
            let progress: ShareCollector.Progress
            do {
                progress = try collector.take(text)
            } catch {
                throw CosterFailure(.badInput, error.sentence)
            }
            switch progress {
            case .complete(let key): return key
            case .taken(let count, let missing):
                Operator.tell(UnsealReply.taken(count, missing: missing).sentence)
            }
        }
        throw CosterFailure(.badInput, "There are too few shares. Enter the missing ones too.")
    }
}
