import Foundation

/// Apple's names of a framework, as `Names/` lists them.
struct AppleNames {
    /// The names of each type: constants, `+` and `-` selectors, and its superclass after a colon.
    private let names: [String: Set<String>]

    /// Reads a list.
    init(_ text: String) {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.map { line in
            let words = line.split(separator: " ").map(String.init)
            return (words[0], Set(words.dropFirst()))
        }
        names = Dictionary(pairs) { $0.union($1) }
    }

    /// Whether the framework has what a stand-in declares.
    func has(_ symbol: StandInSymbol) -> Bool {
        let type = SwiftNames.types[symbol.type] ?? symbol.type.filter { $0 != "." }
        if symbol.kind == .global { return names["globals"]?.contains(symbol.name) ?? false }
        guard names[type] != nil else { return false }
        let members = members(of: type)
        if SwiftNames.adopted.contains(symbol.name) { return true }
        if let known = SwiftNames.members["\(symbol.type).\(symbol.name)"] {
            return members.contains(known)
        }
        switch symbol.kind {
        case .type, .global: return true
        case .constant: return members.contains { Self.is($0, symbol.name, of: type) }
        case .initializer: return members.contains { Self.makes($0, symbol, type) }
        case .member(let sign): return members.contains { Self.is($0, symbol, sign) }
        }
    }

    /// What a type has and inherits.
    private func members(of type: String) -> Set<String> {
        guard let own = names[type] else { return [] }
        let parents = own.filter { $0.hasPrefix(":") }.map { members(of: String($0.dropFirst())) }
        return parents.reduce(own) { $0.union($1) }
    }

    /// `PKPaymentButtonTypeBuy` is `buy`: Swift leaves out words with which the type's name begins.
    private static func `is`(_ constant: String, _ name: String, of type: String) -> Bool {
        let constant = constant.lowercased()
        guard constant.hasSuffix(name.lowercased()) else { return false }
        return type.lowercased().hasPrefix(constant.dropLast(name.count))
    }

    /// `initWithLabel:amount:` and `+summaryItemWithLabel:amount:` are `init(label:amount:)`.
    private static func makes(_ name: String, _ symbol: StandInSymbol, _ type: String) -> Bool {
        guard let first = symbol.labels.first else { return name == "-init" }
        let rest = symbol.labels.dropFirst().map { $0 + ":" }.joined()
        let ending = "With\(first.capitalizedFirst):\(rest)"
        guard name.hasSuffix(ending) else { return false }
        let maker = name.dropLast(ending.count)
        return maker == "-init"
            || maker.hasPrefix("+") && type.lowercased().hasSuffix(maker.dropFirst().lowercased())
    }

    /// `presentViewController:animated:completion:` is `present(_:animated:completion:)`: Swift leaves out words that
    /// repeat a parameter's type.
    private static func `is`(_ name: String, _ symbol: StandInSymbol, _ sign: String) -> Bool {
        guard name.hasPrefix(sign) else { return false }
        let pieces = name.dropFirst(sign.count).split(
            separator: ":", omittingEmptySubsequences: false
        ).map(String.init)
        guard pieces.count == symbol.labels.count + 1 else { return false }
        var firsts = [symbol.base]
        if let first = symbol.labels.first, first != "_" {
            firsts = [first.capitalizedFirst, "With" + first.capitalizedFirst].flatMap { label in
                ([""] + SwiftNames.needless).map { symbol.base + $0 + label }
            }
        }
        let isFirst = firsts.contains { piece(pieces[0], is: $0) }
        let rest = zip(pieces.dropFirst(), symbol.labels.dropFirst())
        return isFirst && rest.allSatisfy { piece($0, is: $1) }
    }

    private static func piece(_ piece: String, is name: String) -> Bool {
        ([""] + SwiftNames.needless).contains { piece == name + $0 }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
