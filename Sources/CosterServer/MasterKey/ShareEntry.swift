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
        Operator.tell("The master key is split; enter shares of it.")
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
        throw CosterFailure(.badInput, "There were not enough shares.")
    }
}

extension ShareError {
    /// The message, with the next step.
    package var sentence: String {
        switch self {
        case .mistyped:
            "share-mistyped: this is not a share as it was given out; compare it character by character."
        case .wrong(let index):
            "share-wrong: share \(index) is not the one that was given out under this number."
        case .ofAnotherSet:
            "share-of-another-set: this share belongs to another master key, or to an older splitting of it."
        case .givenTwice(let index):
            "share-given-twice: share \(index) was entered before; another custodian's is needed."
        case .anotherKey:
            "shares-give-another-key: the shares fit, but their key is not the one of these books; enter all of them again."
        case .badCounts:
            "share-counts: a key is split into 2 to 16 shares, of which 2 or more give it."
        }
    }
}
