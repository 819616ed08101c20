import Foundation
import Synchronization
import Testing

@Suite("The process list of a production server", .timeLimit(.minutes(20)))
struct ProcessListTests {
    private static let card = "4457010000000009"

    @Test("has no secret, card number or cryptogram while payments and changes of the line run")
    func processes() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            let cryptogram = (0..<20).map { _ in UInt8.random(in: 1...255) }
            let secrets = ["line-\(newName().prefix(12))", "line-\(newName().prefix(12))"]
            let scan = SecretScan(
                Secret.card(Self.card) + [Secret("a cryptogram", cryptogram)]
                    + (secrets + [cardShopSecret]).map { Secret("a secret", $0) })
            let isDone = Mutex(false)
            let hasSeenLine = Mutex(false)
            let watch = Task {
                var (found, seen) = (Set<String>(), Set<String>())
                repeat {
                    for process in ProcessEntry.all(with: production.server.folder) {
                        found.formUnion(scan.findings(in: process.content, named: process.name))
                        seen.insert(process.name)
                        if process.name == "coster line" { hasSeenLine.withLock { $0 = true } }
                    }
                    await Task.yield()
                } while !isDone.withLock { $0 }
                return (found: found, seen: seen)
            }
            try await pay(production, cryptogram)
            for secret in secrets {
                let file = "\(production.server.folder)/../other.secret"
                try Data(secret.utf8).write(to: URL(filePath: file))
                // A command is short, and who watches may have to wait for a processor.
                for _ in 0..<20 {
                    try await production.run(["line", "rotate", "worldpay", "--secret-file", file])
                    if hasSeenLine.withLock({ $0 }) { break }
                }
            }
            isDone.withLock { $0 = true }
            let (found, seen) = await watch.value
            #expect(found == [])
            #expect(seen.isSuperset(of: ["coster serve", "coster line"]), "\(seen)")
        }
    }

    /// Pays by each protocol, and once with a known cryptogram.
    private func pay(_ production: ProductionServer, _ cryptogram: [UInt8]) async throws {
        let amount = try dollars("5.00")
        for shop in production.shops {
            let payment = try await shop.pay(amount, order: newName())
            #expect(payment.isApproved, "\(shop.name) \(payment.text)")
        }
        let shop = VantivCardShop(production.server).shop
        let proof = Data(cryptogram).base64EncodedString()
        let reply = try await shop.send(
            shop.online(
                "authorization",
                shop.order(newName(), amount) + shop.card(Self.card)
                    + "<cardholderAuthentication><authenticationValue>\(proof)</authenticationValue></cardholderAuthentication>"
            ))
        #expect(reply.element("response") == "000", "\(reply.text)")
    }
}

/// A process as others see it.
private struct ProcessEntry {
    /// The program and its command: `coster serve`.
    let name: String
    /// Its arguments and its environment.
    let content: Data

    /// The processes that know a data folder.
    static func all(with folder: String) -> [ProcessEntry] {
        // A process that ends meanwhile has no files any more.
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return numbers.filter { Int($0) != nil }.compactMap { number in
            let place = URL(filePath: "/proc/\(number)")
            guard let arguments = try? Data(contentsOf: place.appending(path: "cmdline")),
                let environment = try? Data(contentsOf: place.appending(path: "environ")),
                (arguments + environment).range(of: Data(folder.utf8)) != nil
            else { return nil }
            let words = arguments.split(separator: 0).prefix(2).map {
                String(decoding: $0, as: UTF8.self)
            }
            let program = words.first.map { URL(filePath: $0).lastPathComponent } ?? ""
            return ProcessEntry(
                name: ([program] + words.dropFirst()).joined(separator: " "),
                content: arguments + environment)
        }
    }
}
