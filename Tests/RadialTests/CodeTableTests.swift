import DialectKit
import PaymentDomain
import Testing

@testable import Radial

@Suite("The table of codes", .timeLimit(.minutes(5)))
struct CodeTableTests {
    /// Network response code, AuthorizationResponseCode, ResponseCode.
    static let declines: [(String, String, String)] = [
        ("01", "NR02", "DECL"), ("02", "NR13", "DECL"), ("03", "NR08", "DECL"),
        ("04", "NC01", "DECLR"), ("05", "ND01", "DECL"), ("06", "NR12", "DECL"),
        ("07", "NC04", "DECLR"), ("12", "NR04", "DECL"), ("13", "NR05", "DECL"),
        ("14", "NR06", "DECL"), ("15", "NR07", "DECL"), ("19", "NR17", "DECL"),
        ("21", "NR16", "DECL"), ("25", "NR99", "DECL"), ("30", "NR20", "DECL"),
        ("41", "NC02", "DECLR"), ("43", "NC03", "DECLR"), ("46", "ND09", "DECL"),
        ("51", "ND02", "DECLF"), ("52", "ND04", "DECL"), ("53", "ND05", "DECL"),
        ("54", "NR09", "DECL"), ("55", "NR10", "DECL"), ("57", "ND03", "DECL"),
        ("58", "ND06", "DECL"), ("59", "ND99", "DECLR"), ("61", "ND07", "DECLF"),
        ("62", "NR11", "DECL"), ("63", "ND99", "DECL"), ("65", "ND08", "DECLF"),
        ("75", "NR10", "DECL"), ("82", "ND10", "DECL"), ("91", "NR03", "DECL"),
        ("92", "NR19", "DECL"), ("93", "ND03", "DECL"), ("94", "NR21", "DECL"),
        ("96", "NR12", "DECL"), ("--", "ND01", "DECL"),
    ]

    @Test("has a row for every reason of a decline")
    func allDeclines() {
        #expect(Set(Self.declines.map(\.0)) == Set(DeclineReason.allCases.map(\.rawValue)))
    }

    @Test(
        "gives a decline its codes, and never those of an approval or of silence",
        arguments: declines)
    func decline(_ network: String, _ authorization: String, _ response: String) {
        let codes = DeclineReason(networkCode: network).radialCodes
        #expect(codes.authorization == authorization)
        #expect(codes.response.rawValue == response)
        #expect(!["AP01", "TO01", "NR01"].contains(codes.authorization))
    }

    @Test("never calls silence a decline")
    func silence() {
        let unknown = AuthorizationResult.Outcome.unknown.radialCodes
        #expect(unknown.authorization == "TO01" && unknown.response == .timeout)
        let notSent = AuthorizationResult.Outcome.notSent.radialCodes
        #expect(notSent.authorization == "NR01" && notSent.response == .timeout)
    }

    static let addresses: [(AddressCheck, String)] = [
        (.match, "Y"), (.matchWithLongPostalCode, "X"), (.streetOnly, "A"),
        (.postalCodeOnly, "Z"), (.noMatch, "N"), (.unavailable, "U"), (.retry, "R"),
        (.unsupported, "S"), (.international, "G"), (.failed, "E"),
    ]
    static let securityCodes: [(SecurityCodeCheck, String)] = [
        (.match, "M"), (.noMatch, "N"), (.notProcessed, "P"), (.shouldBePresent, "S"),
        (.unsupported, "U"), (.noResponse, "X"),
    ]

    @Test("has a row for every check of address and security code")
    func allChecks() {
        #expect(Self.addresses.map(\.0) == AddressCheck.allCases)
        #expect(Self.securityCodes.map(\.0) == SecurityCodeCheck.allCases)
        for (check, code) in Self.addresses { #expect(check.radialCode == code) }
        for (check, code) in Self.securityCodes { #expect(check.radialCode == code) }
    }

    static let networks: [(CardNetwork?, String)] = [
        (.visa, "VC"), (.mastercard, "MC"), (.amex, "AM"), (.discover, "DC"), (.diners, "DC"),
        (.jcb, "DC"), (.unionPay, "DC"), (nil, "SM"),
    ]

    @Test("names a tender that may be used for cancel and settlement", arguments: networks)
    func tender(_ network: CardNetwork?, _ tender: String) {
        #expect(RadialTender(network).rawValue == tender)
        #expect(RadialTender(network) != .digitalWallet)
    }

    /// Address, security code, from a wallet, ResponseCode.
    static let prompts: [(AddressCheck?, SecurityCodeCheck?, Bool, String)] = [
        (nil, nil, false, "APPROVED"), (.match, .match, false, "APPROVED"),
        (.streetOnly, .noResponse, false, "APPROVED"), (.noMatch, .match, false, "AVS"),
        (.match, .noMatch, false, "CSC"), (.noMatch, .noMatch, false, "AVSCSC"),
        (.noMatch, .noMatch, true, "APPROVED"), (.noMatch, nil, true, "APPROVED"),
    ]

    @Test("asks to prompt for what does not match, but never with a wallet", arguments: prompts)
    func prompt(
        _ address: AddressCheck?, _ code: SecurityCodeCheck?, _ isWallet: Bool, _ expected: String
    ) throws {
        let text = try reply(.approved, address, code, isWallet)
        #expect(text.contains("<ResponseCode>\(expected)</ResponseCode>"))
    }

    @Test("never asks to prompt for what was declined")
    func declinedMismatch() throws {
        let text = try reply(.declined(.wrongSecurityCode), .noMatch, .noMatch, false)
        #expect(text.contains("<ResponseCode>DECL</ResponseCode>"))
    }

    private func reply(
        _ outcome: AuthorizationResult.Outcome, _ address: AddressCheck?,
        _ code: SecurityCodeCheck?, _ isWallet: Bool
    ) throws -> String {
        var exchange = RadialExchange(operation: .authorize, receivedAt: Samples.now)
        exchange.hasResponseCode = true
        exchange.isWallet = isWallet
        var result = AuthorizationResult(
            paymentID: PaymentID(stored: "p"), orderReference: "1", outcome: outcome,
            amountRequested: Samples.dollars(1), amountAuthorized: Samples.dollars(1),
            handle: Samples.handle, issuerPrefix: "405413", lastFour: "6965", at: Samples.now)
        result.addressCheck = address
        result.securityCodeCheck = code
        let reply = RadialDialect().encode(.success(.authorization(result)), for: exchange)
        return String(decoding: reply.body, as: UTF8.self)
    }
}
