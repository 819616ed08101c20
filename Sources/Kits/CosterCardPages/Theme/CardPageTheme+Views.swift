#if canImport(UIKit) && canImport(PassKit)
    import Foundation
    import UIKit

    // Views in the theme's colors and fonts. Not for Objective-C, where three methods would have one selector.
    @MainActor @nonobjc
    extension CardPageTheme {
        func apply(to bar: UINavigationBar) {
            bar.barStyle = navigationBarStyle
            bar.barTintColor = navigationBarColor
            bar.isTranslucent = navigationBarTranslucent
            bar.tintColor = navigationButtonColor
            var title: [NSAttributedString.Key: Any] = [:]
            title[.foregroundColor] = navigationTitleColor
            title[.font] = navigationTitleFont
            bar.titleTextAttributes = title
        }

        func apply(to toggle: UISwitch) {
            toggle.onTintColor = listToggleOnColor
            toggle.tintColor = listToggleTintColor
            toggle.thumbTintColor = listToggleThumbColor
        }

        func apply(to spinner: UIActivityIndicatorView) {
            spinner.style = spinnerStyle
            spinner.backgroundColor = spinnerBackgroundColor
            spinner.hidesWhenStopped = true
        }

        func label(_ text: String?) -> UILabel {
            label(text, listTextFont, listTextColor)
        }

        func header(_ text: String?) -> UILabel {
            label(text, listSectionHeaderFont, listSectionHeaderColor)
        }

        func disclaimer(_ text: String?) -> UILabel {
            label(text, disclaimerTextFont, disclaimerTextColor)
        }

        private func label(_ text: String?, _ font: UIFont?, _ color: UIColor?) -> UILabel {
            let label = UILabel()
            label.text = text
            label.font = font
            label.textColor = color
            label.numberOfLines = 0
            return label
        }

        /// A button of the page.
        func button(_ title: String, action: @escaping @MainActor () -> Void) -> UIButton {
            let button = UIButton(type: .system)
            button.setTitle(title, for: .normal)
            button.setTitleColor(buttonTextColor, for: .normal)
            button.titleLabel?.font = buttonTextFont
            button.backgroundColor = buttonColor
            button.addAction(UIAction { _ in action() }, for: .touchUpInside)
            return button
        }

        /// A button that is a line of the list.
        func row(_ title: String, action: @escaping @MainActor () -> Void) -> UIButton {
            let row = button(title, action: action)
            row.setTitleColor(listTextColor, for: .normal)
            row.titleLabel?.font = listTextFont
            row.backgroundColor = listCellColor
            return row
        }

        func textField(_ placeholder: String) -> UITextField {
            let field = UITextField()
            field.placeholder = placeholder
            field.font = listInputTextFont
            field.textColor = listInputTextColor
            return field
        }
    }

    extension UIViewController {
        /// Fills the page with rows that scroll.
        func addScrolling(_ rows: UIStackView) {
            let scroll = UIScrollView()
            rows.axis = .vertical
            rows.spacing = 12
            for inner in [scroll, rows] { inner.translatesAutoresizingMaskIntoConstraints = false }
            view.addSubview(scroll)
            scroll.addSubview(rows)
            let (safe, content) = (view.safeAreaLayoutGuide, scroll.contentLayoutGuide)
            NSLayoutConstraint.activate([
                scroll.topAnchor.constraint(equalTo: safe.topAnchor),
                scroll.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
                scroll.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
                scroll.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
                rows.topAnchor.constraint(equalTo: content.topAnchor, constant: 16),
                rows.bottomAnchor.constraint(equalTo: content.bottomAnchor),
                rows.leadingAnchor.constraint(equalTo: content.leadingAnchor),
                rows.trailingAnchor.constraint(equalTo: content.trailingAnchor),
                rows.widthAnchor.constraint(equalTo: scroll.widthAnchor),
            ])
        }

        /// Shows a message. The customer closes it.
        func show(_ message: String) {
            let alert = UIAlertController(title: nil, message: message, preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "OK", style: .default))
            present(alert, animated: true)
        }
    }
#endif
