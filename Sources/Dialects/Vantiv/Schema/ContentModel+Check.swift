import DialectKit
import StrictXML

extension ContentModel {
    /// Checks what an element holds against its model, all the way down.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - release: Whose models the elements inside are held to.
    ///   - passed: The names of elements that may stand anywhere and say nothing to us.
    /// - Throws: ``SchemaFault`` for the first thing that does not fit.
    func check(
        _ node: XMLNode, in release: VantivRelease, passing passed: Set<String> = []
    ) throws(SchemaFault) {
        guard node.text.utf8.allSatisfy({ $0 <= 0x20 }) else {
            throw SchemaFault(.textNotAllowed, name, in: name)
        }
        switch order {
        case .sequence: try checkSequence(node, in: release, passing: passed)
        case .all: try checkAll(node, in: release)
        }
    }

    /// xs:sequence: the rules are passed in order, each child taking the next one with its name.
    private func checkSequence(
        _ node: XMLNode, in release: VantivRelease, passing passed: Set<String>
    ) throws(SchemaFault) {
        var next = 0
        var previous = name
        var alreadyPassed: Set<String> = []
        for child in node.children {
            if passed.contains(child.name), isOurs(child, node) {
                guard alreadyPassed.insert(child.name).inserted else {
                    throw SchemaFault(.repeated, child.name, in: name)
                }
                continue
            }
            guard let index = position(of: child, from: next), isOurs(child, node) else {
                throw misfit(child, after: previous, in: node, passed: next)
            }
            try pass(next..<index, before: rules[index])
            let rule = rules[index]
            try check(child, rule.value, named: rule.name, in: release)
            previous = rule.name
            next = index + 1
            switch rule.occurrence {
            case .once, .optional: break
            case .many: next = index
            case .oneOf(let choice), .upToOneOf(let choice):
                while next < rules.count, rules[next].choice == choice { next += 1 }
            }
        }
        try pass(next..<rules.count, before: nil)
    }

    /// xs:all: any order, each once.
    private func checkAll(_ node: XMLNode, in release: VantivRelease) throws(SchemaFault) {
        var seen: UInt64 = 0
        var previous = name
        var next = 0
        for child in node.children {
            guard let index = position(of: child, from: next) ?? position(of: child, from: 0),
                isOurs(child, node)
            else { throw misfit(child, after: previous, in: node, passed: 0) }
            let rule = rules[index]
            let bit: UInt64 = 1 << UInt64(index)
            guard seen & bit == 0 else { throw SchemaFault(.repeated, rule.name, in: name) }
            seen |= bit
            try check(child, rule.value, named: rule.name, in: release)
            previous = rule.name
            next = index + 1
        }
        for (index, rule) in rules.enumerated() where seen & 1 << UInt64(index) == 0 {
            if case .once = rule.occurrence { throw SchemaFault(.missing, rule.name, in: name) }
        }
    }

    /// Refuses rules that were passed over though they must be met.
    private func pass(_ passed: Range<Int>, before found: ContentRule?) throws(SchemaFault) {
        for rule in rules[passed] {
            switch rule.occurrence {
            case .once:
                throw SchemaFault(.missing, rule.name, in: name)
            case .oneOf(let choice) where found?.choice != choice:
                let names = rules.filter { $0.choice == choice }.map { "'\($0.name)'" }
                throw SchemaFault(.missingChoice, names.joined(separator: ", "), in: name)
            case .optional, .many, .oneOf, .upToOneOf: continue
            }
        }
    }

    private func check(
        _ child: XMLNode, _ value: ContentValue, named childName: String,
        in release: VantivRelease
    ) throws(SchemaFault) {
        // Attributes with a prefix (xsi:type…) speak to other readers.
        if !child.attributes.isEmpty, child.attributes.contains(where: { $0.namespace.isEmpty }),
            !value.isOpaque
        {
            throw SchemaFault(.attributeNotAllowed, childName, in: childName)
        }
        if case .part(let part) = value {
            return try ContentModel.of(part, in: release).check(child, in: release)
        }
        if case .anything = value { return }
        if let rule = value.broken(by: child) { throw SchemaFault(rule, childName, in: name) }
    }

    private func position(of child: XMLNode, from start: Int) -> Int? {
        var index = start
        while index < rules.count {
            if isSame(rules[index].name, child.name) { return index }
            index += 1
        }
        return nil
    }

    private func isOurs(_ child: XMLNode, _ parent: XMLNode) -> Bool {
        child.namespace == parent.namespace
    }

    /// Why a child that has no rule left does not fit; it is named only if we know its name.
    private func misfit(
        _ child: XMLNode, after previous: String, in parent: XMLNode, passed: Int
    ) -> SchemaFault {
        guard isOurs(child, parent) else { return SchemaFault(.foreign, previous, in: name) }
        if let rule = rules.first(where: { isSame($0.name, child.name) }) {
            let rule = SchemaFault(
                rule.name == previous ? .repeated : .misplaced, rule.name, in: name)
            return rule
        }
        if let index = ContentModel.vocabulary.firstIndex(of: child.name) {
            return SchemaFault(.notInVersion, ContentModel.vocabulary[index], in: name)
        }
        return SchemaFault(.unknown, previous, in: name)
    }

    /// Byte for byte: a text compares equal to some that are spelled with other characters.
    private func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left == right
    }
}

extension ContentValue {
    /// Whether whatever is inside is accepted.
    fileprivate var isOpaque: Bool {
        if case .anything = self { return true }
        return false
    }
}
