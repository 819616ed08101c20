import ISO8583
import StrictCoding

extension ProfileReader {
    /// The messages, in the order of their kinds: each may be like an earlier one.
    func messages(
        _ root: JSONObject, _ specification: Specification, _ style: LineProfile.Style
    ) throws(SpecificationError) -> [MessageKind: MessageTemplate] {
        guard let value = root["messages"] else { throw base.fail("messages", .missing) }
        let object = try base.object(value, "messages")
        let kinds = MessageKind.allCases.filter { style == .dual || !$0.followsHold }
        try base.check(object, "messages", keys: Set(kinds.map(\.rawValue)))
        var messages: [MessageKind: MessageTemplate] = [:]
        for kind in kinds {
            guard let value = object[kind.rawValue] else { continue }
            let place = "messages.\(kind.rawValue)"
            messages[kind] = try message(
                base.object(value, place), kind, place, specification, messages)
        }
        for kind in [MessageKind.authorize, .capture, .refund, .reversal] {
            guard messages[kind] != nil || !kinds.contains(kind) else {
                throw base.fail("messages.\(kind.rawValue)", .missing)
            }
        }
        return messages
    }

    private func message(
        _ object: JSONObject, _ kind: MessageKind, _ place: String,
        _ specification: Specification, _ earlier: [MessageKind: MessageTemplate]
    ) throws(SpecificationError) -> MessageTemplate {
        try base.check(object, place, keys: ["mti", "like", "fields"])
        guard let type = try base.text(object, "mti", "\(place).mti").flatMap({ MessageType($0) }),
            type.response != nil
        else { throw base.fail("\(place).mti", .missing) }
        var fields = try likeness(object, place, earlier)
        if kind != .authorize {
            fields = fields.filter { $0.value.sources.isDisjoint(with: FieldSource.proofs) }
        }
        if let value = object["fields"] {
            let own = try base.object(value, "\(place).fields")
            for key in own.keys.sorted() {
                let place = "\(place).fields.\(key)"
                guard let number = Int(key), key == "\(number)", let value = own[key],
                    FieldSet.numbers.contains(number)
                else { throw base.fail(place, .notAFieldNumber) }
                guard specification.format(of: number) != nil else {
                    throw base.fail(place, .unknownField)
                }
                fields[number] = value == .null ? nil : try template(value, kind, place)
            }
        }
        // An answer is found by them.
        for number in [7, 11] {
            guard fields[number] != nil else {
                throw base.fail("\(place).fields.\(number)", .missing)
            }
        }
        if kind.movesMoney {
            let sources = fields.values.reduce(into: Set<FieldSource>()) {
                $0.formUnion($1.sources)
            }
            for wanted in [FieldSource.amounts, FieldSource.currencies]
            where sources.isDisjoint(with: wanted) {
                throw base.fail("\(place).fields", .lacksAll(of: wanted.map(\.rawValue)))
            }
        }
        return MessageTemplate(type: type, fields: fields)
    }

    /// The fields of the message that this one is like. What proves a payment goes into authorizations alone.
    private func likeness(
        _ object: JSONObject, _ place: String, _ earlier: [MessageKind: MessageTemplate]
    ) throws(SpecificationError) -> [Int: FieldTemplate] {
        let like = try base.word(object, "like", "\(place).like", among: MessageKind.allCases)
        guard let like else { return [:] }
        guard let model = earlier[like] else {
            let known = MessageKind.allCases.filter { earlier[$0] != nil }
            throw base.fail("\(place).like", .unknownWord(known.map(\.rawValue)))
        }
        return model.fields
    }

    private func template(
        _ value: JSONValue, _ kind: MessageKind, _ place: String
    ) throws(SpecificationError) -> FieldTemplate {
        if let text = value.text { return try source(text, kind, place) }
        if let elements = value.elements {
            var parts: [FieldTemplate] = []
            for (index, element) in elements.enumerated() {
                parts.append(try template(element, kind, "\(place).\(index)"))
            }
            return .joined(parts)
        }
        let object = try base.object(value, place)
        if object["by"] != nil { return try choice(object, kind, place) }
        if object["optional"] != nil {
            try base.check(object, place, keys: ["optional"])
            return .optional(
                try template(object["optional"] ?? .null, kind, "\(place).optional"))
        }
        return try element(object, kind, place)
    }

    /// A literal in quotes, or a word.
    private func source(
        _ text: String, _ kind: MessageKind, _ place: String
    ) throws(SpecificationError) -> FieldTemplate {
        if text.utf8.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") {
            return .literal(Array(text.dropFirst().dropLast().utf8))
        }
        let words = FieldSource.allCases.filter {
            kind == .authorize || !FieldSource.proofs.contains($0)
        }
        guard let source = words.first(where: { $0.rawValue == text }) else {
            throw base.fail(place, .unknownWord(words.map(\.rawValue)))
        }
        return .source(source)
    }

    private func element(
        _ object: JSONObject, _ kind: MessageKind, _ place: String
    ) throws(SpecificationError) -> FieldTemplate {
        try base.check(object, place, keys: ["tag", "lengthDigits", "value"])
        guard let tag = try base.text(object, "tag", "\(place).tag") else {
            throw base.fail("\(place).tag", .missing)
        }
        guard let value = object["value"] else { throw base.fail("\(place).value", .missing) }
        let digits = try base.number(
            object, "lengthDigits", "\(place).lengthDigits", in: 1...4)
        return .element(
            tag: Array(tag.utf8), lengthDigits: digits ?? 2,
            try template(value, kind, "\(place).value"))
    }

    private func choice(
        _ object: JSONObject, _ kind: MessageKind, _ place: String
    ) throws(SpecificationError) -> FieldTemplate {
        try base.check(object, place, keys: ["by", "cases", "otherwise"])
        guard
            let choice = try base.word(
                object, "by", "\(place).by", among: TemplateChoice.allCases)
        else { throw base.fail("\(place).by", .missing) }
        guard let rows = object["cases"] else { throw base.fail("\(place).cases", .missing) }
        let given = try base.object(rows, "\(place).cases")
        try base.check(given, "\(place).cases", keys: choice.words)
        var cases: [String: FieldTemplate] = [:]
        for key in given.keys.sorted() {
            guard let value = given[key] else { continue }
            cases[key] = try template(value, kind, "\(place).cases.\(key)")
        }
        var otherwise: FieldTemplate?
        if let value = object["otherwise"] {
            otherwise = try template(value, kind, "\(place).otherwise")
        }
        return .choice(choice, cases, otherwise: otherwise)
    }
}
