import BMSShop
import CosterBolt
import Foundation
import PassKit
import UIKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Runs Bolt's integrated flow once, against a server, and prints what the app saw.
//
//   BoltShopRun SERVER AMOUNT < PAYMENT-DATA
//
// SERVER is a sandbox's URL, AMOUNT a decimal. PAYMENT-DATA is what a phone would give; nothing, as a simulator gives.

/// The app's server: asks the gateway to authorize, with the merchant's credentials.
struct Gateway: Sendable {
    struct NoAnswer: Error {}

    let server: String
    let amount: String

    func approves(_ token: String) async throws -> Bool {
        guard let url = URL(string: server + "/cardconnect/rest/auth") else { throw NoAnswer() }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        let secret = Data("testing:testing123".utf8).base64EncodedString()
        request.setValue("Basic \(secret)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode([
            "merchid": "496160873888", "account": token, "amount": amount, "currency": "USD",
            "orderid": "BOLT-1", "ecomind": "E", "capture": "Y",
        ])
        let (body, _) = try await URLSession.shared.data(for: request)
        let reply = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        switch reply?["respstat"] as? String {
        case "A": return true
        case "C": return false
        default: throw NoAnswer()
        }
    }
}

@MainActor
func run(_ server: String, _ amount: String, _ paymentData: Data) async -> String {
    BMSAPI.instance().endpoint = server
    BMSAPI.instance().enableLogging = true
    let gateway = Gateway(server: server, amount: amount)
    let page = CheckoutViewController(ShopBridge { try await gateway.approves($0) })
    page.request.applePayMerchantID = "merchant.coster.sandbox"
    page.request.total = NSDecimalNumber(string: amount)
    PassKitStandIn.reset()
    PassKitStandIn.customer = { sheet in
        let payment = PKPayment()
        payment.token.paymentData = paymentData
        let result = await sheet.authorize(payment)
        print("sheet: \(result?.status == .success ? "tick" : "cross")")
        sheet.finish()
    }
    page.payTapped()
    page.waitForAnswers()
    guard let button = page.applePayButton else { return "no button" }
    let outcome = await page.outcome { button.sendActions(for: .touchUpInside) }
    return "app: \(page.results.joined(separator: ", ")); \(outcome)"
}

let words = CommandLine.arguments
guard words.count == 3 else {
    print("Name a server and an amount: BoltShopRun http://127.0.0.1:8080 14.99")
    exit(64)
}
print(await run(words[1], words[2], FileHandle.standardInput.readDataToEndOfFile()))
