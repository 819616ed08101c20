import CXMLReader

/// Reads a document into its tree, or refuses it.
///
/// Only what a payment message needs is read: XML 1.0 in UTF-8, with namespaces, comments (skipped)
/// and CDATA sections. A DOCTYPE, an entity reference, a processing instruction and any excess of
/// ``XMLLimits`` refuse the document; no setting changes that.
package enum XMLDocument {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The body as it came.
    ///   - limits: How much it may hold.
    /// - Returns: The root element.
    /// - Throws: ``XMLReadError`` with one of the rules of documents.
    package static func root(
        of bytes: [UInt8], limits: XMLLimits = XMLLimits()
    ) throws(XMLReadError) -> XMLNode {
        guard bytes.count <= limits.documentBytes else { throw XMLReadError(.documentTooLarge) }
        let start = try XMLProlog.start(of: bytes)
        _ = prepared
        var document = cxml_document()
        defer { cxml_release(&document) }
        bytes[start...].withUnsafeBufferPointer { buffer in
            cxml_read(
                buffer.baseAddress, UInt32(clamping: buffer.count), limits.ofReader, &document)
        }
        if let rule = rule(of: document.error) {
            let isOfText = rule == .malformed || rule == .entity
            throw XMLReadError(rule, at: isOfText ? XMLReadError.Place(in: bytes) : nil)
        }
        guard let root = XMLTree(document).root else { throw XMLReadError(.malformed) }
        return root
    }

    private static let prepared: Void = cxml_prepare()

    /// The rule that an error of the reader means; nil for none.
    static func rule(of error: Int32) -> XMLReadError.Rule? {
        switch Int(error) {
        case CXML_OK: nil
        case CXML_DOCTYPE: .doctype
        case CXML_ENTITY: .entity
        case CXML_INSTRUCTION: .processingInstruction
        case CXML_LATE_DECLARATION: .lateDeclaration
        case CXML_NAMESPACE: .namespace
        case CXML_DUPLICATE_ATTRIBUTE: .duplicateAttribute
        case CXML_TOO_DEEP: .tooDeep
        case CXML_TOO_MANY_ELEMENTS: .tooManyElements
        case CXML_TOO_MANY_ATTRIBUTES: .tooManyAttributes
        case CXML_TEXT_TOO_LONG: .textTooLong
        case CXML_NO_MEMORY: .outOfMemory
        default: .malformed
        }
    }
}

extension XMLLimits {
    /// The limits that the reader enforces.
    var ofReader: cxml_limits {
        cxml_limits(
            depth: depth, elements: elements, attributes: attributesPerElement,
            text_bytes: textBytes)
    }
}
