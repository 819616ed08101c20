import DialectKit
import PaymentDomain
import StrictXML

/// The attributes of a transaction.
///
/// Source: Vantiv, transactionType and its extensions: `id` is optional in 8 and 9 and required
/// from 10 on, 25 characters, from 11.3 on 36; white space collapses.
struct TransactionAttributes {
    let id: String?
    let reportGroup: String
    let customerID: String?
    /// `partial` of a capture.
    let isPartial: Bool

    /// Reads the attributes.
    ///
    /// - Parameter isPlain: Whether the transaction has the common attributes alone, and no `partial`.
    init(_ node: XMLNode, isPlain: Bool, _ version: VantivVersion) throws(SchemaFault) {
        // Only names that we know come here.
        let name = node.name
        var values: [String: String] = [:]
        for attribute in node.attributes where attribute.namespace.isEmpty {
            switch attribute.name {
            case "id", "reportGroup", "customerId": break
            case "partial" where !isPlain: break
            default: throw SchemaFault(.attributeNotAllowed, name, in: name)
            }
            values[attribute.name] = attribute.value
        }
        id = try Self.id(values["id"], version, name)
        guard let group = values["reportGroup"].map(Self.collapsed) else {
            throw SchemaFault(.missingAttribute, "reportGroup", in: name)
        }
        guard !group.isEmpty else { throw SchemaFault(.tooShort, "reportGroup", in: name) }
        try Self.measure(group, "reportGroup", VantivLimits.reportGroup, in: name)
        reportGroup = group
        customerID = values["customerId"]
        try Self.measure(customerID ?? "", "customerId", VantivLimits.customerID, in: name)
        switch values["partial"].map(ContentValue.boolean) {
        case .some(.none): throw SchemaFault(.notBoolean, "partial", in: name)
        case .some(.some(let flag)): isPartial = flag
        case .none: isPartial = false
        }
    }

    private static func id(
        _ text: String?, _ version: VantivVersion, _ name: String
    ) throws(SchemaFault) -> String? {
        let isRequired = version.major >= 10
        guard let text else {
            if isRequired { throw SchemaFault(.missingAttribute, "id", in: name) }
            return nil
        }
        let value = isRequired ? collapsed(text) : text
        if isRequired, value.isEmpty { throw SchemaFault(.tooShort, "id", in: name) }
        let limit = version.isAtLeast(11, 3) ? VantivLimits.longID : VantivLimits.shortID
        try measure(value, "id", limit, in: name)
        guard !value.hasControlCharacter else {
            throw SchemaFault(.controlCharacter, "id", in: name)
        }
        return value
    }

    private static func measure(
        _ value: String, _ attribute: String, _ limit: Int, in name: String
    ) throws(SchemaFault) {
        guard value.utf8.count > limit else { return }
        guard value.unicodeScalars.count <= limit else {
            throw SchemaFault(.tooLong, attribute, in: name)
        }
    }

    /// Without white space at the ends, and one space for each run within.
    ///
    /// Source: XML Schema part 2, 4.3.6, collapse.
    private static func collapsed(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 <= 0x20 }) else { return text }
        return text.utf8.split(whereSeparator: { $0 <= 0x20 }).map { String($0) ?? "" }
            .joined(separator: " ")
    }
}
