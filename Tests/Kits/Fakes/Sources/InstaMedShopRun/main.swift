import CosterInstaMed
import CosterKit
import Foundation
import InstaMedShop
import PassKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Runs the flow of InstaMed's sample once, against a server, and prints what the customer and the app saw.
//
//   InstaMedShopRun SERVER AMOUNT MERCHANT-IDENTIFIER < PAYMENT-DATA
//
// SERVER is a sandbox's URL, AMOUNT a decimal. PAYMENT-DATA is what a phone would give; nothing, as a simulator gives.

/// The app's server: pays with an `applePayTokenID` and the merchant's password.
struct Practice: Sendable {
    let server: String
    let amount: String

    /// The response code; nil if the payment's outcome is not known.
    func pay(_ tokenID: String) async -> String? {
        guard let url = URL(string: server + "/payment/NVP.aspx") else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        let secret = Data("sandbox@coster:sandbox-instamed".utf8).base64EncodedString()
        request.setValue("Basic \(secret)", forHTTPHeaderField: "Authorization")
        request.setValue(
            "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let fields = [
            "transactionAction=AuthCapt", "transactionType=CreditCard", "merchantID=SANDBOX",
            "storeID=1", "terminalID=1", "applePayMerchantID=merchant.coster.sandbox",
            "applePayTokenID=\(tokenID)", "amount=\(amount)", "cardPresentStatus=InAppApplePay",
        ]
        request.httpBody = Data(fields.joined(separator: "&").utf8)
        guard let (body, _) = try? await URLSession.shared.data(for: request) else { return nil }
        let reply = String(decoding: body, as: UTF8.self).split(separator: "&")
        let code = reply.first { $0.hasPrefix("responseCode=") }
        return code.map { String($0.dropFirst("responseCode=".count)) }
    }
}

@MainActor
func run(_ words: [String], _ paymentData: Data) async -> String {
    guard let server = URL(string: words[1]) else { return "app: not a URL" }
    InstaMed.relay = InstaMedRelay(
        Relay(server: server, publishableKey: "cpk_sandbox", bundleIdentifier: "com.example"),
        outlet: InstaMedClient.Outlet(merchantID: "SANDBOX"))
    let practice = Practice(server: words[1], amount: words[2])
    let page = InstaMedSample()
    page.amount = NSDecimalNumber(string: words[2])
    page.merchantIdentifier = words[3]
    var answer: String?
    page.server = { id in
        answer = await practice.pay(id) ?? "unknown"
        return answer == "000" ? .success : .failure
    }
    page.doApplePay()
    guard let sheet = page.presentedViewController as? PKPaymentAuthorizationViewController else {
        return "app: card form"
    }
    let payment = PKPayment()
    payment.token.paymentData = paymentData
    print("sheet: \(await sheet.authorize(payment) == .success ? "tick" : "cross")")
    if let code = page.error.flatMap({ InstaMedErrorCode(rawValue: $0.code) }) {
        return "app: \(code)"
    }
    return "app: \(answer ?? "cancelled")"
}

let words = CommandLine.arguments
guard words.count == 4 else {
    print("Name a server, an amount and Apple's merchant identifier.")
    exit(64)
}
print(await run(words, FileHandle.standardInput.readDataToEndOfFile()))
