import PaymentDomain
import PaymentEngine
import Testing

@testable import SandboxAcquirer

@Suite("The sandbox issuer's checks", .timeLimit(.minutes(5)))
struct CheckTests {
    @Test(
        "the end of the postal code decides the address check",
        arguments: [
            ("10001", AddressCheck.streetOnly), ("10002", .postalCodeOnly), ("10003", .noMatch),
            ("10004", .unavailable), ("10005", .retry), ("10006", .unsupported),
            ("10007", .international), ("10008", .failed), ("12345-0009", .matchWithLongPostalCode),
            ("10010", .match), ("SW1A 1AA", .match),
        ])
    func addresses(postalCode: String, check: AddressCheck) throws {
        var billing = BillingDetails()
        billing.postalCode = postalCode
        let request = try SandboxFixture.request("1.00", billing: billing)
        #expect(SandboxChecks.checks(of: request).address == check)
    }

    @Test(
        "the security code decides its own check, with four digits for American Express",
        arguments: [
            ("123", SecurityCodeCheck.match), ("901", .noMatch), ("902", .notProcessed),
            ("903", .shouldBePresent), ("904", .unsupported), ("905", .noResponse),
            ("1234", .match), ("9010", .noMatch), ("9020", .notProcessed),
            ("9030", .shouldBePresent), ("9040", .unsupported), ("9050", .noResponse),
        ])
    func securityCodes(digits: String, check: SecurityCodeCheck) throws {
        var request = try SandboxFixture.request("1.00")
        request.securityCode = SecurityCode(digits: digits)
        #expect(SandboxChecks.checks(of: request).securityCode == check)
        request.cryptogram = Cryptogram([1, 2, 3])
        #expect(SandboxChecks.checks(of: request).securityCode == nil)
    }

    @Test(
        "American Express looks at name, telephone and mail address",
        arguments: [
            ("Ng", "2125550100", "a@example.com", .match),
            ("NoMatch", "2125550003", "nomatch@example.com", .noMatch),
            ("Unavailable", "2125550004", "unavailable@example.com", .unavailable),
            (nil, nil, nil, .unavailable), ("", "", "", .unavailable),
        ] as [(String?, String?, String?, AmexChecks.Check)])
    func amex(
        name: String?, phone: String?, email: String?, check: AmexChecks.Check
    ) throws {
        var billing = BillingDetails()
        billing.lastName = name
        billing.phone = phone
        billing.email = email
        let amex = try SandboxFixture.request("1.00", pan: "378282246310005", billing: billing)
        #expect(
            SandboxChecks.checks(of: amex).amex
                == AmexChecks(name: check, phone: check, email: check))
        let visa = try SandboxFixture.request("1.00", billing: billing)
        #expect(SandboxChecks.checks(of: visa).amex == nil)
    }

    @Test("nothing is checked that was not sent")
    func nothingSent() throws {
        let request = try SandboxFixture.request("1.00")
        #expect(SandboxChecks.checks(of: request) == AcquirerChecks())
    }

    @Test("a declined request has its checks too")
    func declined() async throws {
        let fixture = try await SandboxFixture()
        var billing = BillingDetails()
        billing.postalCode = "10003"
        let request = try SandboxFixture.request("7000.05", billing: billing)
        #expect(
            await fixture.acquirer.authorize(request)
                == .declined(.doNotHonor, AcquirerChecks(address: .noMatch)))
    }
}
