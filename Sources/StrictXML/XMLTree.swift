import CXMLReader

/// A document that was read: its events in order, over one buffer of bytes.
///
/// Elements stay what the reader made of them, places in this list. Texts are made of it when they
/// are asked for, since most names and many texts of a message are only compared.
final class XMLTree: Sendable {
    private let events: [cxml_event]
    private let bytes: [UInt8]

    /// Copies a document that was read without an error.
    init(_ document: cxml_document) {
        events = Array(
            UnsafeBufferPointer(start: document.events, count: Int(document.event_count)))
        bytes = Array(
            UnsafeBufferPointer(start: document.bytes, count: Int(document.byte_count)))
    }

    /// The root element.
    var root: XMLNode? {
        let index = events.firstIndex { Int($0.kind) == CXML_START }
        return index.map { XMLNode(tree: self, start: $0) }
    }

    /// The direct content of an element, in order: attributes, texts and elements.
    func eachPart(
        of start: Int, _ body: (_ kind: Int, _ index: Int) -> Bool
    ) {
        let end = end(of: start)
        var index = start + 1
        while index < end {
            let event = events[index]
            guard body(Int(event.kind), index) else { return }
            index = Int(event.kind) == CXML_START ? Int(event.next) : index + 1
        }
    }

    /// The place behind an element's last part: that of its end.
    func end(of start: Int) -> Int { Int(events[start].next) - 1 }

    /// The first element at or behind a place within another element, or `end`, which is where that
    /// one's parts end.
    func element(from index: Int, before end: Int) -> Int {
        var index = index
        while index < end, Int(events[index].kind) != CXML_START { index += 1 }
        return index
    }

    /// The first element behind another one, inside the same element.
    func element(behind start: Int, before end: Int) -> Int {
        element(from: Int(events[start].next), before: end)
    }

    func name(_ index: Int) -> String {
        string(events[index].name_offset, events[index].name_length)
    }

    func namespace(_ index: Int) -> String {
        string(events[index].space_offset, events[index].space_length)
    }

    func text(_ index: Int) -> String {
        string(events[index].text_offset, events[index].text_length)
    }

    /// The bytes of a text, without a copy.
    func textBytes(_ index: Int) -> ArraySlice<UInt8> {
        slice(events[index].text_offset, events[index].text_length)
    }

    func hasNoNamespace(_ index: Int) -> Bool { events[index].space_length == 0 }

    func isNamed(_ name: StaticString, _ index: Int) -> Bool {
        let event = events[index]
        return name.withUTF8Buffer { holds($0, event.name_offset, event.name_length) }
    }

    func isInNamespace(_ namespace: String, _ index: Int) -> Bool {
        let event = events[index]
        var namespace = namespace
        return namespace.withUTF8 { holds($0, event.space_offset, event.space_length) }
    }

    /// Whether two elements or attributes are in one namespace; nearly always they share one place.
    func isInNamespace(of other: Int, _ index: Int) -> Bool {
        let own = events[index]
        let others = events[other]
        if own.space_offset == others.space_offset, own.space_length == others.space_length {
            return true
        }
        return slice(own.space_offset, own.space_length)
            == slice(others.space_offset, others.space_length)
    }

    /// Whether a place in the buffer holds a text: names are compared many times a document, so
    /// that nothing is made of the place for it.
    private func holds(
        _ text: UnsafeBufferPointer<UInt8>, _ offset: UInt32, _ length: UInt32
    ) -> Bool {
        guard Int(length) == text.count else { return false }
        let start = Int(offset)
        for place in text.indices where bytes[start + place] != text[place] { return false }
        return true
    }

    private func slice(_ offset: UInt32, _ length: UInt32) -> ArraySlice<UInt8> {
        bytes[Int(offset)..<Int(offset) + Int(length)]
    }

    private func string(_ offset: UInt32, _ length: UInt32) -> String {
        length == 0 ? "" : String(decoding: slice(offset, length), as: UTF8.self)
    }
}
