import CEpoll

#if canImport(Glibc)
    import Glibc
#endif

/// Many connections, and one thread for all of them: a driver that leaves the machine to the
/// servers.
final class LoadLoop {
    /// When requests are sent.
    enum Pacing {
        /// As soon as the one before on the same connection is answered.
        case closed
        /// So many in a second, whatever is answered.
        case open(perSecond: Double)
    }

    private let sockets: [LoadSocket]
    private let requests: [[UInt8]]
    /// What a reply holds that approves.
    private let approval: StaticString
    private let epoll = epoll_create1(0)
    private var idle: [Int] = []
    /// Requests that were turned away, and come again.
    private var again: [Int] = []
    private var next = 0
    private var underWay = 0
    private var result = LoadResult()
    /// When the time that is measured is over.
    private var end = 0.0
    private var lastLook = 0.0

    /// What comes within this time is taken together, in seconds. A driver that wakes for each reply
    /// takes as much of the machine as a server that refuses does; every time that it reports may be
    /// longer by this, none is shorter.
    private let tick: Double

    /// - Parameters:
    ///   - ports: The servers', which get as many connections each.
    ///   - requests: Each is sent once; again where it was turned away.
    init(
        ports: [Int], connections: Int, requests: [[UInt8]], approval: StaticString = "AP01",
        tick: Double = 0.0005
    ) throws {
        self.tick = tick
        var sockets: [LoadSocket] = []
        for index in 0..<connections {
            sockets.append(try LoadSocket(port: ports[index % ports.count]))
        }
        self.sockets = sockets
        self.requests = requests
        self.approval = approval
        idle = Array(sockets.indices.reversed())
        for index in sockets.indices { watch(index) }
    }

    deinit { close(epoll) }

    /// Sends requests for so many seconds, or until there are no more, and waits for the last
    /// answers.
    func run(_ pacing: Pacing, seconds: Double) throws -> LoadResult {
        result = LoadResult()
        let start = LoadLoop.now()
        end = start + seconds
        var offered = 0
        while true {
            let now = LoadLoop.now()
            let isOver = now >= end || (next == requests.count && again.isEmpty)
            if isOver, underWay == 0 { break }
            // A server that has stopped answering ends the run, not the driver.
            guard now < end + 30 else { throw BenchError.connectionFailed }
            var wait = 0.05
            if !isOver {
                switch pacing {
                case .closed:
                    while !idle.isEmpty { guard try sendNext(due: now) else { break } }
                case .open(let rate):
                    while !idle.isEmpty, start + Double(offered) / rate <= now {
                        guard try sendNext(due: start + Double(offered) / rate) else { break }
                        offered += 1
                    }
                    wait = idle.isEmpty ? 0.05 : max(0, start + Double(offered) / rate - now)
                }
            }
            try take(waiting: wait)
        }
        result.seconds = min(LoadLoop.now() - start, max(seconds, 1e-3))
        return result
    }

    private func sendNext(due: Double) throws -> Bool {
        let request: Int
        if next < requests.count {
            request = next
            next += 1
        } else if let refused = again.popLast() {
            request = refused
        } else {
            return false
        }
        guard let number = idle.popLast() else { return false }
        let socket = sockets[number]
        socket.request = request
        socket.due = due
        socket.sentAt = LoadLoop.now()
        socket.isBusy = true
        underWay += 1
        result.sent += 1
        result.lag.append(socket.sentAt - due)
        if !socket.send(requests[request]) { try ends(number) }
        return true
    }

    /// Takes what has come, after a wait of at most so many seconds.
    private func take(waiting seconds: Double) throws {
        var events = [epoll_event](repeating: epoll_event(), count: 1_024)
        pause(until: lastLook + tick)
        lastLook = LoadLoop.now()
        var limit = timespec(
            tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
        let count = epoll_pwait2(epoll, &events, Int32(events.count), &limit, nil)
        guard count > 0 else { return }
        for event in events[..<Int(count)] {
            let number = Int(event.data.u64)
            let socket = sockets[number]
            guard socket.reply.take(from: socket.descriptor) else {
                try ends(number)
                continue
            }
            if socket.isBusy, socket.reply.isWhole { try answered(number) }
        }
    }

    private func answered(_ number: Int) throws {
        let socket = sockets[number]
        let now = LoadLoop.now()
        let reply = socket.reply
        switch reply.status {
        case 200 where reply.contains(approval):
            result.approved.append(now - socket.due)
            if now <= end { result.approvedInTime += 1 }
        case 503 where reply.saysWhenToComeAgain, 429 where reply.saysWhenToComeAgain:
            result.refused.append(now - socket.sentAt)
            again.append(socket.request)
        default:
            result.others["\(reply.status) \(LoadLoop.lastWords(of: reply))", default: 0] += 1
        }
        socket.isBusy = false
        underWay -= 1
        if reply.endsConnection { try renew(number) }
        idle.append(number)
    }

    /// The server closed a connection, or it broke.
    private func ends(_ number: Int) throws {
        let socket = sockets[number]
        if socket.isBusy {
            result.others["connection ended without a reply", default: 0] += 1
            socket.isBusy = false
            underWay -= 1
            idle.append(number)
        }
        try renew(number)
    }

    private func renew(_ number: Int) throws {
        try sockets[number].renew()
        watch(number)
    }

    private func watch(_ number: Int) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u64 = UInt64(number)
        epoll_ctl(epoll, EPOLL_CTL_ADD, sockets[number].descriptor, &event)
    }

    private static func lastWords(of reply: LoadReply) -> Substring {
        reply.text.suffix(160)
    }

    private func pause(until end: Double) {
        let rest = end - LoadLoop.now()
        guard rest > 0 else { return }
        var time = timespec(tv_sec: 0, tv_nsec: Int(rest * 1e9))
        nanosleep(&time, nil)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
