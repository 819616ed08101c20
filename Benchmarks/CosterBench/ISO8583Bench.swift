import AcquirerKit
import ArgumentParser
import Foundation
import ISO8583
import ISO8583Line
import PaymentDomain
import PaymentEngine

/// The codec alone, and a line beside a host in the same process that answers at once.
struct ISO8583Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "iso8583", abstract: "Messages of ISO 8583, and a line that sends them.")

    @Option(help: "How many messages, and how many round trips.")
    var count = 100_000

    @Option(help: "How many links.")
    var links = 4

    @Option(help: "How many requests wait for an answer at once.")
    var waiting = 256

    func run() async throws {
        for name in Specification.shipped { try codec(name) }
        try await line()
    }

    private func codec(_ name: String) throws {
        let specification = try Specification(shipped: name)
        let message = try ISO8583Bench.message(specification)
        let value = try perCPUSecond(count) {
            for _ in 0..<count {
                let read = try specification.decode(specification.encode(message))
                guard read.fields.count == message.fields.count else {
                    throw BenchError.unexpectedReply("other fields")
                }
            }
        }
        Figure(bench: "iso8583-pack-unpack-\(name)", value: value, unit: "messages/cpu-s").report()
    }

    /// A message of twenty fields, filled with ones.
    private static func message(_ specification: Specification) throws -> Message {
        guard let type = MessageType("0100") else { throw BenchError.unexpectedReply("no type") }
        var message = Message(type)
        let numbers = [2, 3, 4, 7, 11, 12, 13, 14, 15, 16, 17, 19, 23, 32, 33, 37, 38, 41, 42, 48]
        for number in numbers {
            let length = min(specification.format(of: number)?.length.maximum ?? 0, 28)
            message[number] = ArraySlice(repeating: 0x31, count: length)
        }
        return message
    }

    private func line() async throws {
        let profile = try LineProfile(shipped: "spec87-ascii")
        let host = try await ISO8583EchoHost.start(profile.specification)
        let now: @Sendable () -> Timestamp = { Timestamp(Date()) }
        let pool = LinkPool(
            profile,
            hosts: [HostEndpoint(host: "127.0.0.1", port: host.port, tls: nil, links: links)],
            inFlight: waiting, now: now)
        await pool.waitUntilUp()
        let line = ISO8583Line(profile, over: pool, now: now)
        let request = try ISO8583Bench.authorization()
        let start = ContinuousClock.now
        let (workers, rounds) = (waiting, count / waiting)
        let approved = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var approved = 0
                    for round in 0..<rounds {
                        let number = Int64(round * workers + worker) % 999_999 + 1
                        let payment = request.with(traceNumber: number)
                        if case .approved = await line.authorize(payment) { approved += 1 }
                    }
                    return approved
                }
            }
            return await group.reduce(0, +)
        }
        guard approved == workers * rounds else {
            throw BenchError.unexpectedReply("\(approved) approved")
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        Figure(
            bench: "iso8583-line-\(links)-links", value: Double(approved) / seconds,
            unit: "round trips/s"
        ).report()
        try await host.stop()
    }

    private static func authorization() throws -> AcquirerAuthorization {
        let now = Timestamp(Date())
        var request = AcquirerAuthorization(
            id: OperationID(), identity: MessageIdentity(traceNumber: 1, transmittedAt: now),
            sendBy: now.adding(seconds: 3_600),
            merchant: AcquirerMerchant(
                merchantNumber: "BENCH", terminalNumber: "BENCH001", categoryCode: "5734"),
            pan: try PAN(digits: "4761340000000019"), expiry: CardExpiry(year: 2031, month: 12),
            amount: try Money(minorUnits: 1_499, currency: .usd), entryMode: .applePay,
            billing: BillingDetails(), allowsPartialApproval: false)
        request.cryptogram = Cryptogram([UInt8](repeating: 7, count: 20))
        return request
    }
}

extension AcquirerAuthorization {
    /// The same payment under another trace number.
    fileprivate func with(traceNumber: Int64) -> AcquirerAuthorization {
        var payment = self
        payment.identity = MessageIdentity(
            traceNumber: traceNumber, transmittedAt: identity.transmittedAt)
        return payment
    }
}
