/// The JSON Schema of events: one definition for each kind.
///
/// Source: JSON Schema, draft 2020-12.
package enum EventSchema {
    /// The schema as a text.
    ///
    /// - Parameter isClosed: Whether unknown members are refused. Receivers ignore them, since members are added within a
    ///   version; a test of ours doesn't.
    package static func text(isClosed: Bool = false) -> String {
        let definitions = EventKind.allCases.map { kind in
            (kind.rawValue, definition(of: kind, isClosed: isClosed))
        }
        let choices = EventKind.allCases.map { kind in
            SchemaValue.object([("$ref", .text("#/$defs/\(kind.rawValue)"))])
        }
        let document = SchemaValue.object([
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("title", .text("Events of Coster, version \(EventKind.version)")),
            ("oneOf", .list(choices)), ("$defs", .object(definitions)),
        ])
        return document.written() + "\n"
    }

    private static func definition(of kind: EventKind, isClosed: Bool) -> SchemaValue {
        let object = SchemaObject(isClosed: isClosed, requiresOperation: kind.operation != nil)
        return .object(
            [("description", .text(kind.meaning))] + object.entries(members(of: kind), in: ""))
    }

    /// The members of a kind, with what that kind alone has.
    private static func members(of kind: EventKind) -> [EventMember] {
        let other: EventMember.Subject = kind == .batchClosed ? .payment : .batch
        return EventMember.all.filter { $0.subject != other }.map { member in
            var member = member
            switch member.path {
            case "type": member.form = .word([kind.rawValue])
            case "data.operation.kind":
                if let operation = kind.operation { member.form = .word([operation.rawValue]) }
            case "data.operation.final": member.isRequired = kind.operation == .capture
            case "data.code": member.isRequired = kind.isRefusal
            case "data.merchant": member.isRequired = kind != .batchClosed
            default: break
            }
            return member
        }
    }
}

extension EventKind {
    /// The kind of operation whose end it is; nil of an authorization's and a batch's.
    fileprivate var operation: EventOperationKind? {
        EventOperationKind.allCases.first { $0.whenConfirmed == self || $0.whenRefused == self }
    }

    /// Whether the acquirer refused an operation.
    fileprivate var isRefusal: Bool {
        EventOperationKind.allCases.contains { $0.whenRefused == self }
    }
}

/// Writes an object's entries, from the paths of its members.
private struct SchemaObject {
    let isClosed: Bool
    let requiresOperation: Bool

    func entries(_ members: [EventMember], in folder: String) -> [(String, SchemaValue)] {
        var names: [String] = []
        var inside: [String: [EventMember]] = [:]
        for member in members {
            let rest = member.path.dropFirst(folder.count)
            let name = String(rest.prefix { $0 != "." })
            if inside[name] == nil { names.append(name) }
            inside[name, default: []].append(member)
        }
        var properties: [(String, SchemaValue)] = []
        var required: [SchemaValue] = []
        for name in names {
            let path = folder + name
            let own = inside[name] ?? []
            let isArray = name.hasSuffix("[]")
            let key = isArray ? String(name.dropLast(2)) : name
            if let leaf = own.first, leaf.path == path {
                properties.append((key, value(of: leaf)))
                if leaf.isRequired { required.append(.text(key)) }
                continue
            }
            let object = SchemaValue.object(entries(own, in: path + "."))
            properties.append(
                (key, isArray ? .object([("type", .text("array")), ("items", object)]) : object))
            if isRequired(path) { required.append(.text(key)) }
        }
        return [
            ("type", .text("object")), ("required", .list(required)),
            ("properties", .object(properties)),
        ] + (isClosed ? [("additionalProperties", .flag(false))] : [])
    }

    private func isRequired(_ path: String) -> Bool {
        guard EventMember.optionalObjects.contains(path) else { return true }
        return path == "data.operation" && requiresOperation
    }

    private func value(of member: EventMember) -> SchemaValue {
        let form: [(String, SchemaValue)] =
            switch member.form {
            case .text: [("type", .text("string"))]
            case .moment: [("type", .text("string")), ("format", .text("date-time"))]
            case .number(let least):
                [("type", .text("integer")), ("minimum", .number(Int64(least)))]
            case .flag: [("type", .text("boolean"))]
            case .word(let words): [("enum", .list(words.map { .text($0) }))]
            case .version(let version): [("const", .number(version))]
            }
        return .object(form)
    }
}
