import ArgumentParser

#if canImport(Glibc)
    // Its `stdout` is a global variable of C, which Swift cannot vouch for.
    @preconcurrency import Glibc
#endif

/// The figures of `make bench`: each a ratio of two numbers that were measured in one run.
@main
struct CosterBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coster-bench", abstract: "Measures Coster.",
        subcommands: [
            TokenBench.self, MessageBench.self, ServerBench.self, GrowthBench.self,
            RotationBench.self, NodesBench.self, CompareBench.self, AttackBench.self,
            LineBench.self, WebhookBench.self, SessionBench.self, ISO8583Bench.self,
        ])

    static func main() async {
        setvbuf(stdout, nil, _IOLBF, 0)
        await main(nil)
    }
}

/// One figure: a line for a person, and a line of JSON for a machine.
struct Figure {
    let bench: String
    let value: Double
    let unit: String
    var ratio: Double?
    var of: String?

    func report() {
        let name = bench.padding(toLength: 40, withPad: " ", startingAt: 0)
        var line = "\(name) \(rounded(value)) \(unit)"
        if let ratio, let of { line += "   \(rounded(ratio, digits: 3)) of \(of)" }
        print(line)
        var json = "{\"bench\":\"\(bench)\",\"value\":\(rounded(value)),\"unit\":\"\(unit)\""
        if let ratio, let of {
            json += ",\"ratio\":\(rounded(ratio, digits: 3)),\"of\":\"\(of)\""
        }
        print(json + "}")
    }

    private func rounded(_ value: Double, digits: Int = 1) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return "\((value * scale).rounded() / scale)"
    }
}

/// Times a body in CPU seconds of this process, so that a busy machine does not change the figure.
func perCPUSecond(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = cpuSeconds()
    try body()
    return Double(count) / max(cpuSeconds() - start, 1e-9)
}

/// CPU seconds that this process has used.
func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
