import Foundation

/// A public declaration of a stand-in.
struct StandInSymbol: Hashable, CustomStringConvertible {
    enum Kind: Hashable {
        case type, global, constant, initializer
        /// A member of a class or a protocol, with `+` for those of the class.
        case member(String)
    }

    let kind: Kind
    /// The type's Swift name, such as `UIControl.Event`; empty for a global constant.
    let type: String
    /// The member's Swift name, such as `present(_:animated:completion:)`; empty for a type.
    let name: String

    /// The name without its labels.
    var base: String { String(name.prefix { $0 != "(" }) }

    /// The labels, `_` for none.
    var labels: [String] {
        guard let open = name.firstIndex(of: "(") else { return [] }
        return name[name.index(after: open)...].dropLast().split(separator: ":").map(String.init)
    }

    var description: String { name.isEmpty ? type : type.isEmpty ? name : "\(type).\(name)" }

    /// Whether the tests know it for the stand-ins' own.
    var isOwn: Bool {
        description.lowercased().contains("standin") || SwiftNames.own.contains(description)
    }

    /// Reads a symbol graph, as `swift symbolgraph-extract` writes it. What other modules add is left out.
    static func read(_ data: Data) throws -> [StandInSymbol] {
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
        let ours = "s:\(graph.module.name.count)\(graph.module.name)"
        let values = graph.symbols.filter {
            ["swift.enum", "swift.struct"].contains($0.kind.identifier)
        }
        .map { $0.pathComponents.joined(separator: ".") }
        return graph.symbols.filter { $0.identifier.precise.hasPrefix(ours) }.compactMap {
            StandInSymbol($0.kind.identifier, $0.pathComponents, values: Set(values))
        }
    }

    init(kind: Kind, type: String, name: String) {
        self.kind = kind
        self.type = type
        self.name = name
    }

    private init?(_ kind: String, _ path: [String], values: Set<String>) {
        let owner = path.dropLast().joined(separator: ".")
        let isValue = values.contains(owner)
        type = kind.isType ? path.joined(separator: ".") : owner
        name = kind.isType ? "" : path.last ?? ""
        switch kind {
        case "swift.var": self.kind = .global
        case "swift.enum.case": self.kind = .constant
        case "swift.type.property": self.kind = isValue ? .constant : .member("+")
        case "swift.type.method": self.kind = .member("+")
        case "swift.property", "swift.method": self.kind = .member("-")
        case "swift.init": self.kind = .initializer
        default: self.kind = .type
        }
        // Raw values are what Swift adds to each imported enumeration.
        if isValue, ["rawValue", "init(rawValue:)"].contains(name) { return nil }
    }
}

extension String {
    fileprivate var isType: Bool {
        ["swift.class", "swift.protocol", "swift.enum", "swift.struct"].contains(self)
    }
}

private struct SymbolGraph: Decodable {
    struct Module: Decodable {
        let name: String
    }
    struct Symbol: Decodable {
        struct Identifier: Decodable {
            let precise: String
        }
        struct Kind: Decodable {
            let identifier: String
        }
        let identifier: Identifier
        let kind: Kind
        let pathComponents: [String]
    }
    let module: Module
    let symbols: [Symbol]
}
