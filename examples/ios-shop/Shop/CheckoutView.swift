import CosterKit
import CosterKitPassKit
import SwiftUI

/// The checkout in SwiftUI.
struct CheckoutView: View {
    let shop: Shop
    @State private var processor = Processor.eProtect
    @State private var outcome = ""
    @State private var isPaying = false

    var body: some View {
        List {
            Section("Your order") {
                ForEach(shop.checkout.lines, id: \.label) { line in
                    HStack {
                        Text(line.label)
                        Spacer()
                        Text(line.amount.description)
                    }
                }
            }
            Section("Processor") {
                Picker("Processor", selection: $processor) {
                    ForEach(Processor.allCases, id: \.self) { Text($0.rawValue).tag($0) }
                }
            }
            Section("Payment") {
                if shop.canPay {
                    ApplePayButtonView(.buy) { pay() }
                        .frame(height: 48)
                        .disabled(isPaying)
                } else {
                    Text("Add a card to Wallet to pay with Apple Pay.")
                }
                Text(outcome).accessibilityIdentifier("outcome")
            }
        }
    }

    private func pay() {
        isPaying = true
        Task {
            outcome = await shop.pay(with: processor)
            isPaying = false
        }
    }
}
