import ArgumentParser
import Foundation

/// What an honest merchant keeps while strangers and neighbours use up the server: its payments come at
/// an even pace, first alone and then beside each attack.
struct AttackBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attacks",
        abstract: "An honest merchant's rate and p99 beside an attack, and without it.")

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many payments a second the honest merchant sends.")
    var rate = 100

    @Option(help: "How many connections the honest merchant has.")
    var connections = 16

    @Option(help: "How many seconds each measurement takes.")
    var seconds = 10

    func run() async throws {
        try beside("16-pipelining") { _ in
            AttackLoop(.pipelining(AttackBench.anonymous), connections: 16)
        }
        try beside("930-silent-sockets") { _ in AttackLoop(.silence, connections: 930) }
        try beside("slow-merchant") { server in
            let slow = try SlowMerchant.create(coster: coster, data: server.data)
            return AttackLoop(.requests(slow.payment), connections: 400)
        }
    }

    /// Few bytes, so that one read of the server takes many of them.
    private static let anonymous = Array("GET /a HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

    private func beside(
        _ name: String, _ makeAttack: (BenchServer) throws -> AttackLoop
    ) throws {
        let server = try BenchServer.start(coster: coster)
        defer { server.stop() }
        _ = try pay(on: server)
        let alone = try pay(on: server)
        let attack = try makeAttack(server)
        print("… \(name) begins")
        attack.start(port: server.port)
        defer { attack.stop() }
        let attacked = try payOrNothing(on: server)
        Figure(
            bench: "attack-\(name)-rate", value: attacked.perSecond,
            unit: "1/s of \(rate) offered, \(attacked.refused.count) refused",
            ratio: attacked.perSecond / alone.perSecond, of: "the same without the attack"
        ).report()
        let (slow, usual) = (
            LoadResult.percentile(99, of: attacked.approved),
            LoadResult.percentile(99, of: alone.approved)
        )
        Figure(
            bench: "attack-\(name)-p99", value: slow, unit: "ms", ratio: slow / usual,
            of: "the same without the attack"
        ).report()
        for (what, count) in attacked.others { print("… \(count) of: \(what)") }
    }

    private func pay(on server: BenchServer) throws -> LoadResult {
        let requests = try LoadRun.mint(rate * seconds, data: server.data) { token, amount in
            RadialLoad.request(token, amount)
        }
        return try LoadLoop(ports: [server.port], connections: connections, requests: requests)
            .run(.open(perSecond: Double(rate)), seconds: Double(seconds))
    }

    /// The same of a server that may have stopped answering.
    private func payOrNothing(on server: BenchServer) throws -> LoadResult {
        do {
            return try pay(on: server)
        } catch BenchError.connectionFailed {
            print("… a request had no reply 30 s after the end")
            var nothing = LoadResult()
            nothing.seconds = Double(seconds)
            return nothing
        }
    }
}

/// A merchant whose acquirer does not answer.
struct SlowMerchant {
    /// A payment of it, which takes as long as an acquirer is waited for.
    let payment: [UInt8]

    static func create(coster: String, data: String) throws -> SlowMerchant {
        let place = ["--data", data]
        _ = try BenchCommand.run(
            coster,
            ["merchant", "create", "slow", "--apple-merchant-id", "merchant.coster.slow"] + place)
        let made = try BenchCommand.run(
            coster,
            [
                "merchant", "credential", "create", "slow", "cardconnect", "--user", "slow",
                "--merchid", "820000000001",
            ] + place)
        guard let secret = made.split(whereSeparator: \.isWhitespace).last else {
            throw BenchError.commandFailed("no secret: \(made)")
        }
        let credential = Data("slow:\(secret)".utf8).base64EncodedString()
        // The sandbox holds nothing for this amount and does not answer; see docs/protocols/sandbox.md.
        let body = """
            {"merchid":"820000000001","account":"4111111111111111","expiry":"1239",\
            "amount":"7100.02","currency":"USD"}
            """
        return SlowMerchant(
            payment: LoadRequest.post(
                "/cardconnect/rest/auth", "application/json", body,
                headers: "Authorization: Basic \(credential)\r\n"))
    }
}
