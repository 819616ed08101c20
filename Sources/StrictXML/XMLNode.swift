import CXMLReader
import PaymentDomain

/// An element of a document: its name, its attributes, its text and its children.
///
/// It points into a tree that never changes. It may hold a card number as text, so it prints nothing.
package struct XMLNode: Redacted {
    let tree: XMLTree
    /// The start of the element in the tree.
    let start: Int

    /// The namespace; empty if there isn't one.
    package var namespace: String { tree.namespace(start) }
    /// The local name, without a prefix.
    package var name: String { tree.name(start) }

    /// The attributes in order, declarations of namespaces excepted.
    package var attributes: [XMLAttribute] {
        var attributes: [XMLAttribute] = []
        tree.eachPart(of: start) { kind, index in
            guard kind == CXML_ATTRIBUTE else { return false }
            attributes.append(
                XMLAttribute(
                    namespace: tree.namespace(index), name: tree.name(index),
                    value: tree.text(index)))
            return true
        }
        return attributes
    }

    /// All text directly inside, comments left out and CDATA sections joined.
    package var text: String {
        var text = ""
        tree.eachPart(of: start) { kind, index in
            guard kind == CXML_TEXT else { return true }
            if text.isEmpty { text = tree.text(index) } else { text += tree.text(index) }
            return true
        }
        return text
    }

    /// Whether all text directly inside is white space.
    var hasOnlySpace: Bool {
        var isSpace = true
        tree.eachPart(of: start) { kind, index in
            if kind == CXML_TEXT { isSpace = tree.textBytes(index).allSatisfy(isXMLSpace) }
            return isSpace
        }
        return isSpace
    }

    /// The elements inside.
    package var children: [XMLNode] {
        var children: [XMLNode] = []
        tree.eachPart(of: start) { kind, index in
            if kind == CXML_START { children.append(XMLNode(tree: tree, start: index)) }
            return true
        }
        return children
    }

    /// Whether there are elements inside.
    package var hasChildren: Bool {
        var hasChildren = false
        tree.eachPart(of: start) { kind, _ in
            hasChildren = kind == CXML_START
            return !hasChildren
        }
        return hasChildren
    }

    /// Whether there is an element inside with a local name, in a namespace.
    package func hasChild(named name: StaticString, in namespace: String) -> Bool {
        var isFound = false
        tree.eachPart(of: start) { kind, index in
            isFound =
                kind == CXML_START && tree.isNamed(name, index)
                && tree.isInNamespace(namespace, index)
            return !isFound
        }
        return isFound
    }

    /// `XMLNode`.
    package var redacted: String { "XMLNode" }

    /// Whether this is the element with a local name, in a namespace.
    package func isNamed(_ name: StaticString, in namespace: String) -> Bool {
        tree.isNamed(name, start) && tree.isInNamespace(namespace, start)
    }

    /// Refuses a root element other than the one with this name in this namespace.
    package func mustBe(_ name: StaticString, in namespace: String) throws(XMLReadError) {
        guard tree.isNamed(name, start) else { throw XMLReadError(.wrongRoot, name) }
        guard tree.isInNamespace(namespace, start) else {
            throw XMLReadError(.wrongNamespace, name)
        }
    }
}

/// An attribute of an element.
package struct XMLAttribute: Redacted {
    /// The namespace; empty for an attribute without a prefix.
    package let namespace: String
    /// The local name.
    package let name: String
    package let value: String

    /// `XMLAttribute`.
    package var redacted: String { "XMLAttribute" }
}

extension XMLNode {
    /// The value of an attribute without a prefix, or nil; its length in characters is checked.
    package func attribute(
        _ name: StaticString, max: Int, min: Int = 1
    ) throws(XMLReadError) -> String? {
        var found: Int?
        tree.eachPart(of: start) { kind, index in
            guard kind == CXML_ATTRIBUTE else { return false }
            if tree.hasNoNamespace(index), tree.isNamed(name, index) { found = index }
            return found == nil
        }
        guard let found else { return nil }
        let value = tree.text(found)
        let count = value.unicodeScalars.count
        guard count >= min else { throw XMLReadError(.tooShort, name) }
        guard count <= max else { throw XMLReadError(.tooLong, name) }
        return value
    }

    /// The value of an attribute that must be there.
    package func requiredAttribute(
        _ name: StaticString, max: Int, min: Int = 1
    ) throws(XMLReadError) -> String {
        guard let value = try attribute(name, max: max, min: min) else {
            throw XMLReadError(.missingAttribute, name)
        }
        return value
    }

    /// Refuses attributes without a prefix other than those named; `element` is our name of this
    /// element.
    ///
    /// Attributes with a prefix, such as `xsi:schemaLocation`, speak to other readers and are left
    /// alone.
    package func allowAttributes(
        _ names: [StaticString], on element: StaticString
    ) throws(XMLReadError) {
        var areAllKnown = true
        tree.eachPart(of: start) { kind, index in
            guard kind == CXML_ATTRIBUTE else { return false }
            areAllKnown =
                !tree.hasNoNamespace(index)
                || names.contains { tree.isNamed($0, index) }
            return areAllKnown
        }
        guard areAllKnown else { throw XMLReadError(.unexpectedAttribute, element) }
    }
}
