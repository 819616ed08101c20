/// Reads the children of an element one after the other, and refuses whatever was not asked for.
///
/// A sequence of an XSD reads as it is written there: one call an element, in order, and
/// ``finish()`` at the end. What follows out of order, twice, or unknown is an error at its place.
public struct XMLCursor {
    /// Whether the children have a fixed order (xsd:sequence) or any (xsd:all).
    public enum Order: Sendable {
        /// As asked for.
        case fixed
        /// Any.
        case any
    }

    private let parent: XMLNode
    private let order: Order
    private var children: ArraySlice<XMLNode>
    private var last: StaticString

    /// A cursor before the first child.
    ///
    /// - Parameters:
    ///   - node: The element whose children are read.
    ///   - name: Our name of it, for errors.
    ///   - order: Whether the order counts.
    /// - Throws: ``XMLReadError/Rule/unexpectedText`` for text between the children.
    public init(
        _ node: XMLNode, named name: StaticString, order: Order = .fixed
    ) throws(XMLReadError) {
        guard node.hasOnlySpace else {
            throw XMLReadError(.unexpectedText, name)
        }
        parent = node
        self.order = order
        children = node.children[...]
        last = name
    }

    /// Whether the next child has this name.
    public func isNext(_ name: StaticString) -> Bool {
        children.first?.isNamed(name, asIn: parent) ?? false
    }

    /// The child with this name if it is next, or nil.
    ///
    /// - Throws: ``XMLReadError/Rule/repeatedElement`` where the child before it comes again.
    public mutating func optionalElement(_ name: StaticString) throws(XMLReadError) -> XMLNode? {
        guard let index = position(of: name) else {
            if isNext(last) { throw XMLReadError(.repeatedElement, last) }
            return nil
        }
        let node = children[index]
        // Dropping the first child copies nothing.
        if index == children.startIndex {
            children = children.dropFirst()
        } else {
            children.remove(at: index)
        }
        last = name
        if order == .any, position(of: name) != nil {
            throw XMLReadError(.repeatedElement, name)
        }
        return node
    }

    /// The child with this name, which must be next.
    public mutating func requiredElement(_ name: StaticString) throws(XMLReadError) -> XMLNode {
        guard let node = try optionalElement(name) else {
            let comesLater = children.contains { $0.isNamed(name, asIn: parent) }
            throw comesLater
                ? XMLReadError(.unexpectedElement, last) : XMLReadError(.missingElement, name)
        }
        return node
    }

    /// Passes over a child that may be there and says nothing to us, whatever is inside.
    public mutating func skip(_ name: StaticString) throws(XMLReadError) {
        _ = try optionalElement(name)
    }

    /// Passes over all that is left, where a protocol leaves room for more.
    public mutating func skipRest() {
        children = []
    }

    /// Takes out a child that may stand anywhere, where its place is not known.
    public mutating func skipAnywhere(_ name: StaticString) {
        guard let index = children.firstIndex(where: { $0.isNamed(name, asIn: parent) }) else {
            return
        }
        children.remove(at: index)
    }

    /// Refuses children that were not read.
    public func finish() throws(XMLReadError) {
        guard !children.isEmpty else { return }
        throw isNext(last)
            ? XMLReadError(.repeatedElement, last) : XMLReadError(.unexpectedElement, last)
    }

    private func position(of name: StaticString) -> Int? {
        switch order {
        case .fixed: isNext(name) ? children.startIndex : nil
        case .any: children.firstIndex { $0.isNamed(name, asIn: parent) }
        }
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
public func trimmedXML(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !isXMLSpace($0) }),
        let last = bytes.lastIndex(where: { !isXMLSpace($0) })
    else { return "" }
    if first == bytes.startIndex, bytes.index(after: last) == bytes.endIndex { return text }
    return String(text[first...last])
}
