import CosterKit
import Foundation
import Testing

@Suite("Replies of the processors", .timeLimit(.minutes(5)))
struct ReplyTests {
    private let url = "https://pay.example.com/path"

    @Test(
        "eProtect: only 870 with a registration ID is one",
        arguments: [
            (#"{"response":"870","paypageRegistrationId":"123"}"#, nil),
            (#"{"response":"879"}"#, .refused(ReplyCode("879"))),
            (#"{"response":"870"}"#, .unreadableReply(status: 200)),
            ("<html>", .unreadableReply(status: 200)),
        ] as [(String, ClientError?)])
    func eProtect(body: String, error: ClientError?) async throws {
        let client = EProtectClient(
            url: try Samples.url(url), paypageID: "p", reportGroup: "r",
            transport: ScriptedTransport(body))
        await expect(client, .paypageRegistrationID, "123", error)
    }

    @Test(
        "CardSecure: errorcode 0 with a token, whatever the HTTP status",
        arguments: [
            (200, #"{"message":"No Error","errorcode":0,"token":"94171191"}"#, nil),
            (400, #"{"message":"Decryption failure","errorcode":24}"#, .refused(ReplyCode("24"))),
            (200, #"{"errorcode":0}"#, .unreadableReply(status: 200)),
            (502, "bad gateway", .unreadableReply(status: 502)),
        ] as [(Int, String, ClientError?)])
    func cardSecure(status: Int, body: String, error: ClientError?) async throws {
        let client = CardSecureClient(
            url: try Samples.url(url), transport: ScriptedTransport(status: status, body))
        await expect(client, .cardSecureToken, "94171191", error)
    }

    @Test(
        "InstaMed: the token ID, in any case, or the error code",
        arguments: [
            ("applePayTokenID=NTc0=", nil), ("APPLEPAYTOKENID=NTc0%3D\r\n", nil),
            ("errorCode=400&errorMessage=No.", .refused(ReplyCode("400"))),
            ("", .unreadableReply(status: 200)),
        ] as [(String, ClientError?)])
    func instaMed(body: String, error: ClientError?) async throws {
        let client = InstaMedClient(
            relay: try relay(), outlet: InstaMedClient.Outlet(merchantID: "SANDBOX"),
            merchantIdentifier: "merchant.com.example", transport: ScriptedTransport(body))
        await expect(client, .instaMedTokenID, "NTc0=", error)
    }

    @Test(
        "Radial: AP01 is paid, a time-out is unknown, everything else is declined or failed",
        arguments: [
            (200, "APPROVED", "AP01", .paid(reference: "614653")),
            (200, "TIMEOUT", "TO01", .unknown), (200, "TIMEOUT", "NR01", .unknown),
            (200, "DECLF", "ND02", .declined(Decline(ReplyCode("DECLF")))),
            (200, "AVS", "N1", .declined(Decline(ReplyCode("AVS"), isAddressMismatch: true))),
        ] as [(Int, String, String, ServerAnswer)])
    func radial(status: Int, word: String, code: String, answer: ServerAnswer) async throws {
        let body = """
            <CreditCardAuthReply><ResponseCode>\(word)</ResponseCode>\
            <AuthorizationResponseCode>\(code)</AuthorizationResponseCode>\
            <BankAuthorizationCode>614653</BankAuthorizationCode></CreditCardAuthReply>
            """
        #expect(await radialAnswer(ScriptedTransport(status: status, body)) == answer)
    }

    @Test(
        "Radial: a fault of the request is a failure; a fault of the server is unknown",
        arguments: [
            (400, .failed(.refused(ReplyCode("InvalidWalletPaymentException")))),
            (409, .unknown), (503, .unknown),
        ] as [(Int, ServerAnswer)])
    func radialFault(status: Int, answer: ServerAnswer) async throws {
        let body = "<Fault><Code>InvalidWalletPaymentException</Code></Fault>"
        #expect(await radialAnswer(ScriptedTransport(status: status, body)) == answer)
    }

    @Test(
        "the merchant's server: silence and anything unreadable are unknown, never declined",
        arguments: [
            (200, #"{"result":"paid","reference":"83"}"#, .paid(reference: "83")),
            (200, #"{"result":"declined","code":"110"}"#, .declined(Decline(ReplyCode("110")))),
            (402, #"{"result":"declined"}"#, .declined(Decline(ReplyCode("declined")))),
            (200, #"{"result":"unknown"}"#, .unknown), (200, #"{"result":"PAID"}"#, .unknown),
            (200, "", .unknown), (500, "<html>", .unknown), (409, "", .unknown),
            (404, "", .failed(.unreadableReply(status: 404))),
        ] as [(Int, String, ServerAnswer)])
    func merchantServer(status: Int, body: String, answer: ServerAnswer) async throws {
        let transport = ScriptedTransport(status: status, body)
        #expect(await serverAnswer(transport) == answer)
    }

    @Test(
        "a request that left is unknown; one that didn't is failed",
        arguments: [
            (.noAnswer, .unknown), (.notSent, .failed(.notSent)),
        ] as [(TransportError, ServerAnswer)])
    func transportErrors(error: TransportError, answer: ServerAnswer) async throws {
        let transport = ScriptedTransport { _ in .failure(error) }
        #expect(await serverAnswer(transport) == answer)
        #expect(await radialAnswer(transport) == answer)
    }

    @Test(
        "a code from a server is a short word, or other",
        arguments: [
            ("879", "879"), ("InvalidWalletPaymentException", "InvalidWalletPaymentException"),
            ("4111111111111111", "other"), ("", "other"), ("a b", "other"),
            (String(repeating: "a", count: 41), "other"),
        ])
    func codes(text: String, code: String) {
        #expect(ReplyCode(text).description == code)
    }

    private func expect(
        _ client: any Tokenizer, _ kind: TokenReference.Kind, _ value: String,
        _ error: ClientError?, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do {
            let reference = try await client.tokenize(try Samples.token(), orderID: "A-1")
            #expect(error == nil, sourceLocation: sourceLocation)
            #expect(reference.kind == kind && reference.value.secret == value)
        } catch {
            #expect(error as? ClientError == expected(error), sourceLocation: sourceLocation)
        }
        func expected(_ thrown: any Error) -> ClientError? { error }
    }

    private func relay() throws -> Relay {
        Relay(
            server: try Samples.url("https://pay.example.com"), publishableKey: "pk_test",
            bundleIdentifier: "com.example.shop")
    }

    private func radialAnswer(_ transport: any Transport) async -> ServerAnswer? {
        guard let relay = try? relay(), let payment = try? payment(isReference: false) else {
            return nil
        }
        return await RadialClient(relay: relay, transport: transport).authorize(payment)
    }

    private func serverAnswer(_ transport: any Transport) async -> ServerAnswer? {
        guard let url = try? Samples.url(url), let payment = try? payment(isReference: true) else {
            return nil
        }
        return await MerchantServer(url: url, transport: transport).authorize(payment)
    }

    private func payment(isReference: Bool) throws -> AuthorizedPayment {
        AuthorizedPayment(
            orderID: "A-1", amount: try Amount("14.99", .usd),
            credential: isReference
                ? .reference(try Samples.reference()) : .token(try Samples.token()),
            details: SheetDetails())
    }
}
