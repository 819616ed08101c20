import CardVault
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Reads shares at the terminal without showing them, or from lines of standard input.
package enum ShareEntry {
    private static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// The next share as it was typed, or nil at the end or at an empty line.
    package static func next(_ prompt: String = "share: ") -> String? {
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
    package static func masterKey(of sets: [ShareCommitments]) throws(CosterFailure) -> MasterKey {
        var collector = ShareCollector(sets: sets)
        Operator.tell("The master key is split into shares. Enter them one by one.")
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
        throw CosterFailure(
            .badInput, "Too few shares were entered. Run the command again with more shares.")
    }
}

extension ShareError {
    /// The message, with the next step.
    package var sentence: String {
        switch self {
        case .mistyped:
            "share-mistyped: The share is mistyped. Compare it character by character."
        case .wrong(let index):
            "share-wrong: Share \(index) differs from the one that was issued with this number. Enter the right one."
        case .ofAnotherSet:
            "share-of-another-set: This share belongs to another master key, or to an older set. Enter a share of the current set."
        case .givenTwice(let index):
            "share-given-twice: Share \(index) was entered before. Enter another custodian's share."
        case .anotherKey:
            "shares-give-another-key: The shares give another key than this database has. Enter all of them again."
        case .badCounts:
            "share-counts: Invalid counts. Use 2 to 16 shares, and a threshold from 2 to their number."
        }
    }
}
