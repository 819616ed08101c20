/// The connections of a line to its hosts.
package protocol LineConnections: Sendable {
    /// Whether nothing can be sent now.
    var isDown: Bool { get }

    /// The state of links that stay open; nil for connections that each call opens.
    var links: LinkCounters? { get }

    /// Waits until something can be sent, or a first try has failed, but no longer than that.
    func waitUntilTried(within limit: Duration) async

    /// Takes no new message, waits for the answers to earlier ones, but no longer than that, and closes.
    ///
    /// - Parameter signsOff: Whether hosts hear that we leave. If other links of ours stay, a host might refuse those too.
    func drain(within limit: Duration, signsOff: Bool) async
}

/// What happened on the links of a line.
package struct LinkCounters: Sendable, Hashable {
    /// Links that payments may take now.
    package var up = 0
    /// Messages that wait for answers now.
    package var waiting = 0
    /// Connections that came about.
    package var connections = 0
    /// Connections that didn't come about, and links that were lost.
    package var failures = 0
    /// Frames whose length isn't one or is too large; each ends its link.
    package var frameErrors = 0
    /// Messages that aren't as the specification has them.
    package var undecodable = 0
    /// Answers to no message that waits: late ones, second ones, and those whose repeated fields differ.
    package var unmatched = 0
    /// Requests of the host that aren't about the network.
    package var unknownRequests = 0

    package init() {}
}
