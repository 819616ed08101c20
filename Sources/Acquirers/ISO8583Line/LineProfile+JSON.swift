import ISO8583
import PaymentDomain
import StrictCoding

extension LineProfile {
    /// Reads a profile.
    ///
    /// Its keys are `specification` (a shipped one's name, or an object), `acquirer`, `timeZoneMinutes`, `codeField`,
    /// `requiresApprovalCode`, `checks`, `echoed`, `style`, `messages`, `responses` and `times`.
    ///
    /// - Parameter file: The name of its file, for errors.
    /// - Throws: ``ISO8583/SpecificationError``, which names the file, the place and the mistake.
    package init(json: [UInt8], file: String) throws(SpecificationError) {
        let reader = ProfileReader(SpecificationReader(file: file))
        let root = try reader.base.root(json)
        try reader.base.check(root, "", keys: ProfileReader.keys)
        let specification = try reader.specification(root)
        let style = try reader.base.word(root, "style", "style", among: Style.allCases) ?? .dual
        self.init(
            specification: specification,
            acquirer: try reader.acquirer(root),
            secondsFromUTC: Int64(
                try reader.base.number(
                    root, "timeZoneMinutes", "timeZoneMinutes", in: -720...840) ?? 0) * 60,
            style: style,
            messages: try reader.messages(root, specification, style),
            codes: try reader.codes(root),
            echoed: try reader.echoed(root),
            codeField: try reader.base.number(root, "codeField", "codeField", in: 2...128) ?? 39,
            requiresApprovalCode: try reader.flag(root, "requiresApprovalCode") ?? false,
            checks: try reader.checks(root, specification),
            times: try reader.times(root))
    }

    /// A profile that comes with the line.
    package init(shipped name: String) throws(SpecificationError) {
        guard let json = LineProfile.json(ofShipped: name) else {
            throw SpecificationError(file: name, place: "", .unknownBase)
        }
        try self.init(json: json, file: name)
    }
}

/// Reads the parts of a profile.
struct ProfileReader {
    let base: SpecificationReader

    init(_ base: SpecificationReader) {
        self.base = base
    }

    static let keys: Set<String> = [
        "specification", "acquirer", "timeZoneMinutes", "codeField", "requiresApprovalCode",
        "checks", "echoed", "style", "messages", "responses", "times",
    ]

    func specification(_ root: JSONObject) throws(SpecificationError) -> Specification {
        guard let value = root["specification"] else { throw base.fail("specification", .missing) }
        if let name = value.text {
            guard Specification.shipped.contains(name) else {
                throw base.fail("specification", .unknownBase)
            }
            return try Specification(shipped: name)
        }
        return try Specification(base.object(value, "specification"), base)
    }

    func acquirer(_ root: JSONObject) throws(SpecificationError) -> String {
        guard let acquirer = try base.text(root, "acquirer", "acquirer") else {
            throw base.fail("acquirer", .missing)
        }
        // Source: ISO 8583:1987, field 32: n ..11.
        guard (1...11).contains(acquirer.utf8.count),
            acquirer.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw base.fail("acquirer", .notANotation) }
        return acquirer
    }

    func flag(_ root: JSONObject, _ key: String) throws(SpecificationError) -> Bool? {
        guard let value = root[key] else { return nil }
        guard let flag = value.boolean else { throw base.fail(key, .wrongType) }
        return flag
    }

    func echoed(_ root: JSONObject) throws(SpecificationError) -> Set<Int> {
        guard let value = root["echoed"] else { return [7, 11] }
        guard let elements = value.elements else { throw base.fail("echoed", .wrongType) }
        var echoed: Set<Int> = [7, 11]
        for element in elements {
            guard case .number(let text) = element, let number = Int(text),
                FieldSet.numbers.contains(number)
            else { throw base.fail("echoed", .notAFieldNumber) }
            echoed.insert(number)
        }
        return echoed
    }

    func checks(
        _ root: JSONObject, _ specification: Specification
    ) throws(SpecificationError) -> CheckPlaces {
        var places = CheckPlaces()
        guard let value = root["checks"] else { return places }
        let object = try base.object(value, "checks")
        try base.check(object, "checks", keys: ["address", "securityCode"])
        places.address = try place(object, "address", specification)
        places.securityCode = try place(object, "securityCode", specification)
        return places
    }

    private func place(
        _ checks: JSONObject, _ key: String, _ specification: Specification
    ) throws(SpecificationError) -> CheckPlaces.Place? {
        guard let value = checks[key] else { return nil }
        let path = "checks.\(key)"
        let object = try base.object(value, path)
        try base.check(object, path, keys: ["field", "character"])
        guard let field = try base.number(object, "field", "\(path).field", in: 2...128) else {
            throw base.fail("\(path).field", .missing)
        }
        guard let format = specification.format(of: field) else {
            throw base.fail("\(path).field", .unknownField)
        }
        let character = try base.number(
            object, "character", "\(path).character", in: 1...format.length.maximum)
        guard let character else { throw base.fail("\(path).character", .missing) }
        return CheckPlaces.Place(field: field, character: character)
    }

    func times(_ root: JSONObject) throws(SpecificationError) -> LinkTimes {
        var times = LinkTimes()
        guard let value = root["times"] else { return times }
        let object = try base.object(value, "times")
        try base.check(object, "times", keys: ["connect", "answer", "echo"])
        func milliseconds(_ key: String) throws(SpecificationError) -> Int64? {
            try base.number(object, key, "times.\(key)", in: 1...600).map { Int64($0) * 1_000 }
        }
        times.connect = try milliseconds("connect") ?? times.connect
        times.answer = try milliseconds("answer") ?? times.answer
        times.echo = try milliseconds("echo") ?? times.echo
        return times
    }

    func codes(_ root: JSONObject) throws(SpecificationError) -> ResponseCodes {
        guard let value = root["responses"] else { throw base.fail("responses", .missing) }
        let object = try base.object(value, "responses")
        let lists = [
            "approved", "partial", "reversed", "unknownOriginal", "acknowledged", "notNow",
        ]
        try base.check(object, "responses", keys: Set(lists + ["reasons"]))
        var codes = ResponseCodes()
        codes.approved = try list(object, "approved")
        codes.partial = try list(object, "partial")
        codes.reversed = try list(object, "reversed")
        codes.unknownOriginal = try list(object, "unknownOriginal")
        codes.acknowledged = try list(object, "acknowledged")
        codes.notNow = try list(object, "notNow")
        codes.reasons = try reasons(object)
        guard !codes.approved.isEmpty else { throw base.fail("responses.approved", .missing) }
        guard !codes.reversed.isEmpty else { throw base.fail("responses.reversed", .missing) }
        guard !codes.acknowledged.isEmpty else {
            throw base.fail("responses.acknowledged", .missing)
        }
        return codes
    }

    private func list(
        _ object: JSONObject, _ key: String
    ) throws(SpecificationError) -> Set<String> {
        guard let value = object[key] else { return [] }
        guard let elements = value.elements else {
            throw base.fail("responses.\(key)", .wrongType)
        }
        var list: Set<String> = []
        for element in elements {
            guard let code = element.text else { throw base.fail("responses.\(key)", .wrongType) }
            list.insert(code)
        }
        return list
    }

    private func reasons(
        _ object: JSONObject
    ) throws(SpecificationError) -> [String: DeclineReason] {
        guard let value = object["reasons"] else { return [:] }
        let rows = try base.object(value, "responses.reasons")
        var reasons: [String: DeclineReason] = [:]
        for code in rows.keys.sorted() {
            let place = "responses.reasons.\(code)"
            reasons[code] = try base.word(rows, code, place, among: DeclineReason.allCases)
        }
        return reasons
    }
}
