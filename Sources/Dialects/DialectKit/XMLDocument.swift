import CXMLReader

/// Reads a document into its tree, or refuses it.
///
/// Only what a payment message needs is read: XML 1.0 in UTF-8, with namespaces, comments (skipped)
/// and CDATA sections. A DOCTYPE, an entity reference, a processing instruction and any excess of
/// ``XMLLimits`` refuse the document; no setting changes that.
public enum XMLDocument {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The body as it came.
    ///   - limits: How much it may hold.
    /// - Returns: The root element.
    /// - Throws: ``XMLReadError`` with one of the rules of documents.
    public static func root(
        of bytes: [UInt8], limits: XMLLimits = XMLLimits()
    ) throws(XMLReadError) -> XMLNode {
        guard bytes.count <= limits.documentBytes else { throw XMLReadError(.documentTooLarge) }
        let start = try XMLProlog.start(of: bytes)
        _ = prepared
        var document = cxml_document()
        defer { cxml_release(&document) }
        let allowed = cxml_limits(
            depth: limits.depth, elements: limits.elements,
            attributes: limits.attributesPerElement, text_bytes: limits.textBytes)
        bytes[start...].withUnsafeBufferPointer { buffer in
            cxml_read(buffer.baseAddress, UInt32(clamping: buffer.count), allowed, &document)
        }
        if let rule = rule(of: document.error) { throw XMLReadError(rule) }
        var builder = XMLTreeBuilder(document)
        guard let root = builder.root() else { throw XMLReadError(.malformed) }
        return root
    }

    private static let prepared: Void = cxml_prepare()

    private static func rule(of error: Int32) -> XMLReadError.Rule? {
        switch Int(error) {
        case CXML_OK: nil
        case CXML_DOCTYPE: .doctype
        case CXML_ENTITY: .entity
        case CXML_INSTRUCTION: .processingInstruction
        case CXML_ENCODING: .unsupportedEncoding
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

/// Makes the tree from the flat list of events; its depth is already limited.
private struct XMLTreeBuilder {
    private let events: UnsafeBufferPointer<cxml_event>
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var space: (offset: UInt32, length: UInt32, text: String) = (0, 0, "")

    init(_ document: cxml_document) {
        events = UnsafeBufferPointer(start: document.events, count: Int(document.event_count))
        bytes = UnsafeBufferPointer(start: document.bytes, count: Int(document.byte_count))
    }

    mutating func root() -> XMLNode? {
        while index < events.count {
            if Int(events[index].kind) == CXML_START { return element() }
            index += 1
        }
        return nil
    }

    /// The element that starts at `index`; afterwards `index` is behind its end.
    private mutating func element() -> XMLNode {
        let start = events[index]
        index += 1
        var attributes: [XMLAttribute] = []
        var children: [XMLNode] = []
        var text = ""
        while index < events.count {
            let event = events[index]
            switch Int(event.kind) {
            case CXML_START:
                children.append(element())
                continue
            case CXML_ATTRIBUTE:
                attributes.append(
                    XMLAttribute(
                        namespace: namespace(of: event),
                        name: string(event.name_offset, event.name_length),
                        value: string(event.text_offset, event.text_length)))
            case CXML_TEXT:
                let part = string(event.text_offset, event.text_length)
                if text.isEmpty { text = part } else { text += part }
            default:
                index += 1
                return XMLNode(
                    namespace: namespace(of: start),
                    name: string(start.name_offset, start.name_length), attributes: attributes,
                    text: text, children: children)
            }
            index += 1
        }
        return XMLNode(
            namespace: namespace(of: start), name: string(start.name_offset, start.name_length),
            attributes: attributes, text: text, children: children)
    }

    /// Most elements share one namespace: its text is made once.
    private mutating func namespace(of event: cxml_event) -> String {
        guard event.space_length > 0 else { return "" }
        if event.space_offset != space.offset || event.space_length != space.length {
            space = (
                event.space_offset, event.space_length,
                string(event.space_offset, event.space_length)
            )
        }
        return space.text
    }

    private func string(_ offset: UInt32, _ length: UInt32) -> String {
        guard length > 0 else { return "" }
        let start = Int(offset)
        return String(decoding: bytes[start..<(start + Int(length))], as: UTF8.self)
    }
}
