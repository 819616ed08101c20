import AppleSimulator
import DialectKit
import PaymentDomain
import SandboxPages

/// `POST /sandbox/apple-pay/token`: makes a token as `coster token mint` does, for apps in Apple's iOS simulator, whose
/// tokens are empty.
///
/// The simulated `ApplePaySession` of a page asks for them too. Only a sandbox answers this path. The body is JSON: `amount`,
/// `currency` and `merchantIdentifier`, and optionally `card` and `applicationData` in base64. The reply is the outer token.
struct TokenMint: Dialect {
    /// The data folder with the simulator's keys.
    let data: String

    var name: String { "sandbox" }
    var routes: [DialectRoute] {
        [DialectRoute(method: "POST", path: "/sandbox/apple-pay/token", operation: "mint")]
    }

    /// True: the device of a shop's page lives in that page, which may come from another host.
    var isForPages: Bool { true }

    /// In the body, which has none: anyone may mint.
    func credential(in head: RequestHead) -> CredentialLocation { .body }

    func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        do throws(TokenMintRefusal) {
            let order = try TokenMintOrder(request.body)
            return .reply(.json(200, try mint(order, at: request.head.receivedAt), "ok"))
        } catch {
            return .reply(error.reply)
        }
    }

    func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        .refusal(of: refusal)
    }

    /// Mints a token for the sandbox's own merchant, or one to which the simulator has issued a certificate: no server could
    /// open another's.
    private func mint(
        _ order: TokenMintOrder, at now: Timestamp
    ) throws(TokenMintRefusal) -> [UInt8] {
        do {
            let store = SimulatedAppleStore(directory: data)
            guard
                try order.merchant == SandboxMerchant.appleMerchantIdentifier
                    || store.activeCertificate(of: order.merchant) != nil
            else { throw TokenMintRefusal.merchantUnknown }
            let token = try TokenMinting.token(
                data: data, merchant: order.merchant, amount: order.amount,
                card: order.card.testCard, version: nil, at: now
            ) {
                $0.applicationData = order.applicationData
                if let date = order.card.expirationDate { $0.expirationDate = date }
            }
            return Array(token.pkPaymentTokenJSON.utf8)
        } catch SimulatorError.badMerchantIdentifier {
            throw .merchantUnknown
        } catch let error as TokenMintRefusal {
            throw error
        } catch {
            throw .simulatorUnusable
        }
    }
}
