/// Reads the children of an element one after the other, and refuses unexpected ones.
///
/// A sequence of an XSD reads as it is written there: one call an element, in order, and ``finish()`` at the end. A
/// child out of order, twice, or unknown is an error at its place.
package struct XMLCursor {
    /// Whether the children have a fixed order (xsd:sequence) or any (xsd:all).
    package enum Order: Sendable {
        /// As asked for.
        case fixed
        case any
    }

    private let tree: XMLTree
    private let parent: Int
    private let order: Order
    /// The start of the next child in the tree; ``end`` if there isn't one.
    private var next: Int
    private let end: Int
    /// Children that were read out of their turn, and lie behind the next one.
    private var taken: [Int] = []
    private var last: StaticString

    /// A cursor before the first child.
    ///
    /// - Parameters:
    ///   - node: The element whose children are read.
    ///   - name: Our name of it, for errors.
    ///   - order: Whether the order counts.
    /// - Throws: ``XMLReadError/Rule/unexpectedText`` for text between the children.
    package init(
        _ node: XMLNode, named name: StaticString, order: Order = .fixed
    ) throws(XMLReadError) {
        guard node.hasOnlySpace else {
            throw XMLReadError(.unexpectedText, name)
        }
        tree = node.tree
        parent = node.start
        self.order = order
        end = tree.end(of: parent)
        next = tree.element(from: parent + 1, before: end)
        last = name
    }

    /// Whether the next child has this name.
    package func isNext(_ name: StaticString) -> Bool {
        next < end && isNamed(name, next)
    }

    /// The child with this name if it is next, or nil.
    ///
    /// - Throws: ``XMLReadError/Rule/repeatedElement`` if the child before it comes again.
    package mutating func optionalElement(_ name: StaticString) throws(XMLReadError) -> XMLNode? {
        guard let child = child(asked: name) else {
            if isNext(last) { throw XMLReadError(.repeatedElement, last) }
            return nil
        }
        take(child)
        last = name
        if order == .any, first(name) != nil {
            throw XMLReadError(.repeatedElement, name)
        }
        return XMLNode(tree: tree, start: child)
    }

    /// The child with this name, which must be next.
    package mutating func requiredElement(_ name: StaticString) throws(XMLReadError) -> XMLNode {
        guard let node = try optionalElement(name) else {
            throw first(name) != nil
                ? XMLReadError(.unexpectedElement, last) : XMLReadError(.missingElement, name)
        }
        return node
    }

    /// Passes over a child that may be there and says nothing to us, whatever is inside.
    package mutating func skip(_ name: StaticString) throws(XMLReadError) {
        _ = try optionalElement(name)
    }

    /// Skips all remaining children, if a protocol allows more.
    package mutating func skipRest() {
        next = end
    }

    /// Takes out a child that may stand anywhere, where its place is not known.
    package mutating func skipAnywhere(_ name: StaticString) {
        if let child = first(name) { take(child) }
    }

    /// Refuses children that were not read.
    package func finish() throws(XMLReadError) {
        guard next < end else { return }
        throw isNext(last)
            ? XMLReadError(.repeatedElement, last) : XMLReadError(.unexpectedElement, last)
    }

    private func child(asked name: StaticString) -> Int? {
        switch order {
        case .fixed: isNext(name) ? next : nil
        case .any: first(name)
        }
    }

    /// The first child with this name that was not read yet.
    private func first(_ name: StaticString) -> Int? {
        var child = next
        while child < end {
            if isNamed(name, child) { return child }
            child = following(child)
        }
        return nil
    }

    private mutating func take(_ child: Int) {
        if child == next { next = following(child) } else { taken.append(child) }
    }

    /// The child after another, those that were taken left out.
    private func following(_ child: Int) -> Int {
        var following = tree.element(behind: child, before: end)
        while taken.contains(following) {
            following = tree.element(behind: following, before: end)
        }
        return following
    }

    private func isNamed(_ name: StaticString, _ child: Int) -> Bool {
        tree.isNamed(name, child) && tree.isInNamespace(of: parent, child)
    }
}

/// White space of XML.
func isXMLSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

/// A text without white space of XML at either end.
///
/// Source: XML Schema part 2, 4.3.6: numbers, booleans and dates are read with white space
/// collapsed.
package func trimmedXML(_ text: String) -> String {
    let bytes = text.utf8
    // Nearly every text has none.
    if let first = bytes.first, let last = bytes.last, !isXMLSpace(first), !isXMLSpace(last) {
        return text
    }
    guard let first = bytes.firstIndex(where: { !isXMLSpace($0) }),
        let last = bytes.lastIndex(where: { !isXMLSpace($0) })
    else { return "" }
    return String(text[first...last])
}
