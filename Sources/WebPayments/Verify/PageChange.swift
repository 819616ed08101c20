/// A difference between a page as it is served and as this build writes it.
///
/// Source: PCI DSS 4.0.1, 11.6.1: changes, additions and deletions of headers and scripts.
package struct PageChange: Sendable, Hashable {
    /// The kinds; their names are an interface.
    package enum Kind: String, Sendable, CaseIterable {
        /// The page or a file has another status than 200.
        case status
        case headerMissing = "header-missing"
        case headerChanged = "header-changed"
        /// A header that can load or allow something the build doesn't.
        case headerAdded = "header-added"
        case scriptAdded = "script-added"
        case scriptMissing = "script-missing"
        /// A tag that the page of this build never has.
        case tagAdded = "tag-added"
        case tagMissing = "tag-missing"
        /// A file has other bytes.
        case fileChanged = "file-changed"
        /// The page is no HTML of this build: its tags can't be read.
        case pageUnreadable = "page-unreadable"
    }

    package let kind: Kind
    /// The header, tag or file.
    package let subject: String
    /// The value that this build sends; nil for nothing.
    package let expected: String?
    /// The value that was served; nil for nothing.
    package let found: String?

    init(_ kind: Kind, _ subject: String, expected: String? = nil, found: String? = nil) {
        self.kind = kind
        self.subject = subject
        self.expected = expected
        self.found = found
    }
}
