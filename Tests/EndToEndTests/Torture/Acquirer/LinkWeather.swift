import SeededRandom

/// What the line to the acquirer is like for a while.
struct LinkWeather: Sendable, Hashable {
    /// What happens to one call.
    enum Event: String, Sendable, Hashable, CaseIterable {
        case resetBeforeReading
        case resetBeforeBooking
        case resetAfterBooking
        case delayBeforeBooking
        case delayAfterBooking
    }

    /// Whether anyone listens at all.
    var isListening = true
    /// Of a hundred calls, how many meet an event; the rest are answered at once.
    var chances: [Event: Int] = [:]
    /// How long a delay is.
    var delay: Duration = .zero

    /// Every call is answered at once.
    static let fine = LinkWeather()

    /// What happens to the next call.
    func event(_ generator: inout SeededGenerator) -> Event? {
        var roll = Int.random(in: 0..<100, using: &generator)
        for event in Event.allCases {
            roll -= chances[event] ?? 0
            if roll < 0 { return event }
        }
        return nil
    }

    /// Bad weather of any kind.
    static func bad(_ generator: inout SeededGenerator) -> LinkWeather {
        var weather = LinkWeather()
        weather.delay = .milliseconds(Int.random(in: 50...3_500, using: &generator))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: weather.isListening = false
        case 1:
            weather.chances = [
                .resetBeforeReading: 20, .resetBeforeBooking: 20, .resetAfterBooking: 30,
            ]
        case 2:
            weather.chances = [.delayBeforeBooking: 40, .delayAfterBooking: 40]
        default:
            for event in Event.allCases {
                weather.chances[event] = Int.random(in: 5...15, using: &generator)
            }
        }
        return weather
    }
}
