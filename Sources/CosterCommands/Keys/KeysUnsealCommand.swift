import KeyCustody
import ArgumentParser
import CardVault
import CosterServer

/// `coster keys unseal`: hand shares of the master key to a server that waits for them.
struct KeysUnsealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unseal",
        abstract: "Enter shares of the master key for a server that waits for them.",
        discussion: """
            Shares are read from the terminal without being shown, or as lines from standard input. Each custodian \
            may run this for theirs alone; an empty line ends it.
            """)

    @Option(help: "The data folder.")
    var data = CommandSettings.data

    func run() async throws {
        let path = DataFolder(data).path + "/" + UnsealSocket.fileName
        // Before anyone types a secret.
        guard UnsealSocket.connected(to: path) != nil else { throw nobody }
        var isAny = false
        while let text = ShareEntry.next() {
            isAny = true
            let reply = try answer(to: text, at: path)
            if case .refused(let error) = reply {
                throw CosterFailure(.badInput, error.sentence)
            }
            print(reply.sentence)
            if reply == .unsealed { return }
        }
        guard isAny else { throw CosterFailure(.badInput, "No share was entered.") }
    }

    private func answer(to text: String, at path: String) throws(CosterFailure) -> UnsealReply {
        do {
            // A mistyped share isn't sent.
            _ = try ShareText.share(text)
        } catch {
            return .refused(error)
        }
        guard let server = UnsealSocket.connected(to: path), server.send(line: text),
            let line = server.line(), let reply = UnsealReply(line: line)
        else { throw nobody }
        return reply
    }

    private var nobody: CosterFailure {
        CosterFailure(
            .notReachable,
            "No server waits for shares in \(data). Start it first, as it is started always, with --data \(data); in this version that is: coster serve --sandbox --data \(data)"
        )
    }
}
