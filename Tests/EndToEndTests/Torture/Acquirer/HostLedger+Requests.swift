import Foundation

extension HostLedger {
    /// The answer to a request; nil for one that is none.
    ///
    /// - Parameter isRefused: Whether it is refused, where it is a new advice.
    mutating func answer(to request: HostRequest, isRefused: Bool) -> String? {
        let decoder = JSONDecoder()
        do {
            switch request.path {
            case "/authorizations":
                let outcome = book(try decoder.decode(Authorization.self, from: request.body))
                return "{\"outcome\":\"\(outcome.rawValue)\"}"
            case "/advices":
                let advice = try decoder.decode(Advice.self, from: request.body)
                return switch book(advice, isRefused: isRefused) {
                case .booked: "{\"outcome\":\"acknowledged\"}"
                case .refused: "{\"outcome\":\"refused\",\"code\":\"05\"}"
                case .another: "{\"outcome\":\"refused\",\"code\":\"94\"}"
                }
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
