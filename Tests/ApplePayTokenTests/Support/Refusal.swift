import ApplePayToken
import AppleSimulator
import PaymentDomain
import Testing

/// A token that must be refused, and why.
struct Refusal: CustomTestStringConvertible, Sendable {
    let rule: String
    let error: PaymentTokenError
    var order: OrderExpectation?
    let make: @Sendable (World) throws -> ApplePayPayload

    var testDescription: String { rule }

    /// From the JSON of a token.
    init(
        _ rule: String, _ error: PaymentTokenError,
        json make: @escaping @Sendable (World) throws -> String
    ) {
        self.rule = rule
        self.error = error
        self.make = { .json(Array(try make($0).utf8)) }
    }

    /// From a token of the simulator.
    init(
        _ rule: String, _ error: PaymentTokenError,
        token make: @escaping @Sendable (World) throws -> SimulatedToken
    ) {
        self.init(rule, error, json: { try make($0).json })
    }

    /// From a recipe that is changed before anything is encrypted or signed.
    init(
        _ rule: String, _ error: PaymentTokenError,
        recipe change: @escaping @Sendable (inout TokenRecipe, World) throws -> Void
    ) {
        self.init(rule, error) { world in try world.token { try change(&$0, world) } }
    }

    /// From a token whose parts are changed after it was signed.
    init(
        _ rule: String, _ error: PaymentTokenError,
        afterSigning change: @escaping @Sendable (inout SimulatedTokenParts) -> Void
    ) {
        self.init(rule, error) { world in
            var order = world.order()
            order.applicationData = Array(repeating: 0xA5, count: 32)
            var token = try world.token(order)
            change(&token.parts)
            return token
        }
    }

    /// From a token whose encrypted parts are changed under a good signature.
    init(
        _ rule: String, _ error: PaymentTokenError,
        beforeSigning change: @escaping @Sendable (inout SimulatedTokenParts) -> Void
    ) {
        self.init(rule, error) { world in try world.token { $0.beforeSigning = change } }
    }

    /// From another plaintext, encrypted and signed well.
    init(_ rule: String, _ error: PaymentTokenError, plaintext: [UInt8]) {
        self.init(rule, error) { world in try world.token { $0.plaintext = plaintext } }
    }
}
