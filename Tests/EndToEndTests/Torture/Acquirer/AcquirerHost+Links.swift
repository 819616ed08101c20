import Foundation
import ISO8583

/// The links of ISO 8583, over which many messages go at once.
extension AcquirerHost {
    /// Reads a link until it is cut. Each message has a thread, so that a late answer holds up no other one.
    func serveLink(_ caller: Int32) {
        let link = HostLink(caller)
        let deaths: Int? = state.withLock { state in
            guard !state.isDead else { return nil }
            state.links[ObjectIdentifier(link)] = link
            return state.deaths
        }
        if let deaths {
            link.read { message in
                Thread.detachNewThread { self.serve(message, over: link, deaths: deaths) }
            }
        }
        state.withLock { _ = $0.links.removeValue(forKey: ObjectIdentifier(link)) }
        link.close()
    }

    private func serve(_ message: Message, over link: HostLink, deaths: Int) {
        guard let type = message.type.response else { return }
        var answer = message
        answer.type = type
        // Messages of the network have no weather: a link that is up says nothing of payments.
        if message.type.messageClass == 8 {
            answer.set(39, "00")
            return link.send(answer)
        }
        let (event, delay) = weather()
        if event == .resetBeforeReading || event == .resetBeforeBooking { return link.cut() }
        if event == .delayBeforeBooking { HostConnection.wait(delay) }
        let code = state.withLock { state -> String? in
            guard state.deaths == deaths else { return nil }
            let isRefused = state.refusals.happens(state.refusalPercent)
            return state.iso8583.code(for: message, &state.database, isRefused: isRefused)
        }
        guard let code else { return }
        if event == .resetAfterBooking { return link.cut() }
        if event == .delayAfterBooking { HostConnection.wait(delay) }
        for field in [14, 48, 52, 55, 90, 123, 126] { answer[field] = nil }
        answer.set(39, code)
        if code == "00" { answer.set(38, "123456") }
        link.send(answer)
    }

    /// The trace numbers that two messages of one terminal had on one day.
    var reusedNumbers: [String] { state.withLock { $0.iso8583.reusedNumbers } }
}
