import Foundation
import Glibc
import Logging
import PaymentDomain
import Testing

@testable import CosterServer

@Suite("A line of the log", .timeLimit(.minutes(20)))
struct JSONLogTests {
    private static func line(_ own: Logger.Metadata?, logger: Logger.Metadata) -> String {
        let event = LogEvent(
            level: .info, message: "request finished", metadata: own, source: "test",
            file: #fileID, function: #function, line: #line)
        let bytes = JSONLogHandler(metadata: logger).line(of: event, at: Timestamp(seconds: 0))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "has each key once in a fixed order, an event's own values before the logger's, and numbers bare"
    )
    func keys() {
        let own: Logger.Metadata = [
            "zone": "7", "ms": .stringConvertible("12.5"), "status": .stringConvertible(200),
            "request": "new", "at": "never", "payment": "p", "merchant": "m", "version": "0.1.0",
            "count": .stringConvertible(-3), "address": .stringConvertible("1.2.3"),
        ]
        let line = Self.line(own, logger: ["request": "old", "level": "none", "shop": "a"])
        let expected =
            #"{"at":"\#(Timestamp(seconds: 0).iso8601)","level":"info","message":"request finished","#
            + #""request":"new","merchant":"m","payment":"p","status":200,"ms":12.5,"address":"1.2.3","#
            + #""count":-3,"shop":"a","version":"0.1.0","zone":"7"}"# + "\n"
        #expect(line == expected)
    }

    @Test("reaches a pipe that takes it in parts whole")
    func shortWrites() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        // A pipe that does not block takes what has room in it, and then nothing.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let (reading, writing) = (ends[0], ends[1])
        let thread = Thread {
            OutputBytes.write(sent, to: writing)
            close(writing)
        }
        thread.start()
        var got: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 10_000)
        while case let count = read(reading, &part, part.count), count > 0 {
            got += part[..<count]
        }
        close(reading)
        #expect(got == sent)
    }
}
