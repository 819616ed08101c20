/// The start tags of a page, in order.
///
/// It reads only HTML of the form that our template has: lower-case names, values in double quotes, no comments, nothing
/// inside a script. Any other page is unreadable, which is a change too.
struct PageTags: Sendable, Hashable {
    /// A start tag.
    struct Tag: Sendable, Hashable {
        let name: String
        let attributes: [Attribute]

        /// The first value of an attribute.
        func value(_ name: String) -> String? {
            attributes.first { $0.name == name }?.value
        }

        /// The tag with a star for each value that belongs to an order and not to the page.
        var form: String {
            let shown = attributes.map { attribute in
                let value = attribute.name.hasPrefix("data-") ? "*" : attribute.value
                return value.map { "\(attribute.name)=\"\($0)\"" } ?? attribute.name
            }
            return "<\(([name] + shown).joined(separator: " "))>"
        }
    }

    struct Attribute: Sendable, Hashable {
        let name: String
        /// Nil for a name alone.
        let value: String?
    }

    private(set) var tags: [Tag] = []

    /// Reads a page; nil for any other than one of ours.
    init?(_ body: [UInt8]) {
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        var rest = text[...]
        guard rest.hasPrefix(Self.doctype) else { return nil }
        rest = rest.dropFirst(Self.doctype.count)
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...].dropFirst()
            let isEnd = rest.first == "/"
            if isEnd { rest = rest.dropFirst() }
            guard let tag = Self.tag(from: &rest), !isEnd || tag.attributes.isEmpty else {
                return nil
            }
            if isEnd { continue }
            tags.append(tag)
            // A browser runs what stands in a script, and reads no tag there.
            guard tag.name != "script" || rest.hasPrefix("</script>") else { return nil }
        }
    }

    private static let doctype = "<!doctype html>"

    /// A tag behind its `<` or `</`, to its `>`.
    private static func tag(from rest: inout Substring) -> Tag? {
        guard let name = word(from: &rest) else { return nil }
        var attributes: [Attribute] = []
        while rest.first == " " {
            rest = rest.dropFirst()
            guard let name = word(from: &rest) else { return nil }
            guard rest.first == "=" else {
                attributes.append(Attribute(name: name, value: nil))
                continue
            }
            rest = rest.dropFirst()
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
                return nil
            }
            attributes.append(
                Attribute(name: name, value: String(rest[..<end].dropFirst())))
            rest = rest[end...].dropFirst()
        }
        guard rest.first == ">" else { return nil }
        rest = rest.dropFirst()
        return Tag(name: name, attributes: attributes)
    }

    private static func word(from rest: inout Substring) -> String? {
        let word = rest.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.count)
        return String(word)
    }
}
