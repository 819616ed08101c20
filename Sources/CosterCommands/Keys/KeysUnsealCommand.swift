import KeyCustody
import ArgumentParser
import CardVault
import CosterServer

/// `coster keys unseal`: hand shares of the master key to a server that waits for them.
struct KeysUnsealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unseal",
        abstract: "Enter shares of the master key for a server that waits for them.",
        discussion: Examples.text(
            """
            Type each share at the prompt; it isn't shown. Or give shares as lines on standard input. Each custodian can \
            run this command for their own share. An empty line ends it.
            """, ["coster keys unseal --data ./coster-data"]))

    @Option(help: "The data folder. [env: COSTER_DATA]")
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
            "No server with the data folder \(data) is waiting for shares. Start it first: coster serve --sandbox --data \(data)"
        )
    }
}
