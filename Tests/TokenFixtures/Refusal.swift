import ApplePayToken
import AppleSimulator
import PaymentDomain
import Testing

/// A token that must be refused, and why.
package struct Refusal: CustomTestStringConvertible, Sendable {
    package let rule: String
    package let error: PaymentTokenError
    package var order: OrderExpectation?
    package let make: @Sendable (TokenFixture) throws -> ApplePayPayload

    package var testDescription: String { rule }

    /// Every row.
    package static let all =
        envelopes + signatures + chains + changes + encryptions + payloads + orders

    /// From the JSON of a token.
    init(
        _ rule: String, _ error: PaymentTokenError,
        json make: @escaping @Sendable (TokenFixture) throws -> String
    ) {
        self.rule = rule
        self.error = error
        self.make = { .json(Array(try make($0).utf8)) }
    }

    /// From a token of the simulator.
    init(
        _ rule: String, _ error: PaymentTokenError,
        token make: @escaping @Sendable (TokenFixture) throws -> SimulatedToken
    ) {
        self.init(rule, error, json: { try make($0).json })
    }

    /// From a recipe that is changed before anything is encrypted or signed.
    init(
        _ rule: String, _ error: PaymentTokenError,
        recipe change: @escaping @Sendable (inout TokenRecipe, TokenFixture) throws -> Void
    ) {
        self.init(rule, error) { fixture in try fixture.token { try change(&$0, fixture) } }
    }

    /// From a token whose parts are changed after it was signed.
    init(
        _ rule: String, _ error: PaymentTokenError,
        afterSigning change: @escaping @Sendable (inout SimulatedTokenParts) -> Void
    ) {
        self.init(rule, error) { fixture in
            var order = fixture.order()
            order.applicationData = Array(repeating: 0xA5, count: 32)
            var token = try fixture.token(order)
            change(&token.parts)
            return token
        }
    }

    /// From a token whose encrypted parts are changed under a good signature.
    init(
        _ rule: String, _ error: PaymentTokenError,
        beforeSigning change: @escaping @Sendable (inout SimulatedTokenParts) -> Void
    ) {
        self.init(rule, error) { fixture in try fixture.token { $0.beforeSigning = change } }
    }

    /// From another plaintext, encrypted and signed well.
    init(_ rule: String, _ error: PaymentTokenError, plaintext: [UInt8]) {
        self.init(rule, error) { fixture in try fixture.token { $0.plaintext = plaintext } }
    }
}
