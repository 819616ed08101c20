import CosterKit
import SwiftUI

/// The app: the same shop twice, with a SwiftUI page and with a UIKit page.
@main
struct ShopApp: App {
    private let shop = Result { try Shop() }

    var body: some Scene {
        WindowGroup {
            switch shop {
            case .success(let shop):
                TabView {
                    CheckoutView(shop: shop).tabItem { Label("SwiftUI", systemImage: "cart") }
                    CheckoutPage(shop: shop).tabItem { Label("UIKit", systemImage: "bag") }
                }
            case .failure(let error): Text(String(describing: error))
            }
        }
    }
}
