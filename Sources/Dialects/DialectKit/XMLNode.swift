import PaymentDomain

/// An element of a document: its name, its attributes, its text and its children.
///
/// A plain tree of values. It may hold a card number as text, so it prints nothing.
public struct XMLNode: Redacted {
    /// The namespace; empty where there is none.
    public let namespace: String
    /// The local name, without a prefix.
    public let name: String
    /// The attributes in order, declarations of namespaces excepted.
    public let attributes: [XMLAttribute]
    /// All text directly inside, comments left out and CDATA sections joined.
    public let text: String
    /// The elements inside.
    public let children: [XMLNode]

    /// `XMLNode`.
    public var redacted: String { "XMLNode" }

    /// Whether this is the element with a local name, in a namespace.
    public func isNamed(_ name: StaticString, in namespace: String) -> Bool {
        isSame(self.name, name) && self.namespace == namespace
    }

    /// Refuses a root element other than the one with this name in this namespace.
    public func mustBe(_ name: StaticString, in namespace: String) throws(XMLReadError) {
        guard isSame(self.name, name) else { throw XMLReadError(.wrongRoot, name) }
        guard self.namespace == namespace else { throw XMLReadError(.wrongNamespace, name) }
    }
}

/// An attribute of an element.
public struct XMLAttribute: Redacted {
    /// The namespace; empty for an attribute without a prefix.
    public let namespace: String
    /// The local name.
    public let name: String
    /// The value.
    public let value: String

    /// `XMLAttribute`.
    public var redacted: String { "XMLAttribute" }
}

/// Whether a text is the same as a name of ours.
func isSame(_ text: String, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { bytes in
        text.utf8.count == bytes.count && text.utf8.elementsEqual(bytes)
    }
}

extension XMLNode {
    /// The value of an attribute without a prefix, or nil; its length in characters is checked.
    public func attribute(
        _ name: StaticString, max: Int, min: Int = 1
    ) throws(XMLReadError) -> String? {
        guard
            let value = attributes.first(where: { $0.namespace.isEmpty && isSame($0.name, name) })?
                .value
        else { return nil }
        let count = value.unicodeScalars.count
        guard count >= min else { throw XMLReadError(.tooShort, name) }
        guard count <= max else { throw XMLReadError(.tooLong, name) }
        return value
    }

    /// The value of an attribute that must be there.
    public func requiredAttribute(
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
    public func allowAttributes(
        _ names: [StaticString], on element: StaticString
    ) throws(XMLReadError) {
        for attribute in attributes where attribute.namespace.isEmpty {
            guard names.contains(where: { isSame(attribute.name, $0) }) else {
                throw XMLReadError(.unexpectedAttribute, element)
            }
        }
    }
}
