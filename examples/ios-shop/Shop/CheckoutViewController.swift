import CosterKit
import CosterKitPassKit
import PassKit
import SwiftUI
import UIKit

/// The checkout in UIKit.
final class CheckoutViewController: UIViewController {
    /// The payment that is running or ran last.
    private(set) var payment: Task<Void, Never>?
    let outcome = UILabel()

    private let shop: Shop
    private let processors = UISegmentedControl(items: Processor.allCases.map(\.rawValue))

    init(shop: Shop) {
        self.shop = shop
        super.init(nibName: nil, bundle: nil)
    }

    /// The page is made in code, never from a storyboard.
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        processors.selectedSegmentIndex = 0
        outcome.numberOfLines = 0
        outcome.accessibilityIdentifier = "outcome"
        let stack = UIStackView(
            arrangedSubviews: lines() + [processors, shop.canPay ? button() : hint(), outcome])
        stack.axis = .vertical
        stack.spacing = 16
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let area = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: area.leadingAnchor, constant: 16),
            stack.trailingAnchor.constraint(equalTo: area.trailingAnchor, constant: -16),
            stack.topAnchor.constraint(equalTo: area.topAnchor, constant: 16),
        ])
    }

    private func lines() -> [UIView] {
        shop.checkout.lines.map { line in
            let label = UILabel()
            label.text = "\(line.label): \(line.amount)"
            return label
        }
    }

    private func button() -> UIView {
        let button = PKPaymentButton.button(.buy) { [weak self] in self?.pay() }
        button.heightAnchor.constraint(equalToConstant: 48).isActive = true
        return button
    }

    private func hint() -> UIView {
        let label = UILabel()
        label.text = "Add a card to Wallet to pay with Apple Pay."
        return label
    }

    private func pay() {
        let processor = Processor.allCases[processors.selectedSegmentIndex]
        payment = Task { outcome.text = await shop.pay(with: processor) }
    }
}

/// The UIKit page within a SwiftUI app.
struct CheckoutPage: UIViewControllerRepresentable {
    let shop: Shop

    func makeUIViewController(context: Context) -> CheckoutViewController {
        CheckoutViewController(shop: shop)
    }

    func updateUIViewController(_ controller: CheckoutViewController, context: Context) {}
}
