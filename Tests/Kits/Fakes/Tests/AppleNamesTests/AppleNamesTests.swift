import Foundation
import Testing

@Suite("The stand-ins have Apple's names", .timeLimit(.minutes(5)))
struct AppleNamesTests {
    /// Where `scripts/kit-fakes` wrote the stand-ins' public declarations.
    static let symbols = ProcessInfo.processInfo.environment["COSTER_SYMBOLS"]

    static func names(_ framework: String) throws -> AppleNames {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("Names/\(framework).txt")
        return AppleNames(try String(contentsOf: file, encoding: .utf8))
    }

    @Test(
        "each public type and member of a stand-in is one of Apple's, or known to be the tests'",
        .enabled(
            if: symbols != nil, "scripts/kit-fakes writes the symbols and sets COSTER_SYMBOLS."),
        arguments: ["PassKit", "UIKit", "Contacts"])
    func standIns(framework: String) throws {
        let folder = URL(fileURLWithPath: try #require(Self.symbols))
        let names = try Self.names(framework)
        let declared = try StandInSymbol.read(
            Data(contentsOf: folder.appendingPathComponent("\(framework).symbols.json")))
        #expect(declared.count > 5)
        let wrong = declared.filter { !$0.isOwn && !names.has($0) }.map(\.description).sorted()
        #expect(wrong == [], "Names/\(framework).txt has no such names.")
    }

    @Test(
        "a wrong member is found",
        arguments: [
            (.member("-"), "PKPaymentRequest", "merchantID", "merchantIdentifier"),
            (
                .member("+"), "PKPaymentAuthorizationController", "canMakePayments(withNetworks:)",
                "canMakePayments(usingNetworks:)"
            ),
            (
                .member("-"), "PKPaymentAuthorizationController",
                "canMakePayments(usingNetworks:)", nil
            ),
            (
                .member("-"), "PKPaymentAuthorizationControllerDelegate",
                "paymentAuthorizationController(_:didAuthorize:handler:)",
                "paymentAuthorizationController(_:didAuthorizePayment:handler:)"
            ),
            (
                .initializer, "PKPaymentSummaryItem", "init(label:total:)",
                "init(label:amount:)"
            ),
            (.constant, "PKPaymentButtonType", "pay", "buy"),
            (.constant, "PKMerchantCapability", "threeDS", "threeDSecure"),
            (.type, "PKPaymentSheet", "", nil), (.global, "", "PKPaymentErrors", nil),
        ] as [(StandInSymbol.Kind, String, String, String?)])
    func wrongMembers(
        kind: StandInSymbol.Kind, type: String, wrong: String, right: String?
    ) throws {
        let names = try Self.names("PassKit")
        #expect(!names.has(StandInSymbol(kind: kind, type: type, name: wrong)))
        guard let right else { return }
        #expect(names.has(StandInSymbol(kind: kind, type: type, name: right)))
    }
}
