extension Specification {
    /// Reads a message, without its frame, strictly: each field is of its kind, and nothing follows the last one.
    ///
    /// A second bitmap without a field is taken, since some hosts always send one.
    ///
    /// - Throws: ``CodecError``, which names the first part that isn't as the specification has it.
    public func decode(_ bytes: some Sequence<UInt8>) throws(CodecError) -> Message {
        try decode(slice: ArraySlice(bytes))
    }

    private func decode(slice: ArraySlice<UInt8>) throws(CodecError) -> Message {
        guard slice.count <= messageBytes else { throw CodecError(.end, .messageTooLong) }
        var wire = WireReader(slice)
        let header = try readHeader(from: &wire)
        var message = Message(try readType(from: &wire), header: header)
        let fields = try readFields(from: &wire)
        // A packed value has twice as many digits as bytes.
        message.reserve(bytes: min(wire.count * 2, messageBytes), fields: fields.count)
        for number in fields {
            guard let format = format(of: number) else {
                throw CodecError(.field(number), .unknownField)
            }
            do {
                try message.append(number) { value throws(CodecError.Fault) in
                    try format.read(from: &wire, into: &value)
                }
            } catch {
                throw CodecError(.field(number), error)
            }
        }
        guard wire.count == 0 else { throw CodecError(.end, .excess) }
        return message
    }

    private func readHeader(from wire: inout WireReader) throws(CodecError) -> [UInt8] {
        let count = header.bytes.count
        guard count > 0 else { return [] }
        do throws(CodecError.Fault) {
            let bytes = try wire.take(count)
            guard header.allows(bytes) else { throw .malformed }
            return Array(bytes)
        } catch {
            throw CodecError(.header, error)
        }
    }

    private func readType(from wire: inout WireReader) throws(CodecError) -> MessageType {
        do throws(CodecError.Fault) {
            var number = 0
            for digit in try readTypeDigits(from: &wire) {
                guard digit <= 9 else { throw .malformed }
                number = number * 10 + Int(digit)
            }
            guard let type = MessageType(number: number) else { throw .malformed }
            return type
        } catch {
            throw CodecError(.messageType, error)
        }
    }

    /// The four digits of the type; a byte that isn't a digit becomes more than 9.
    private func readTypeDigits(
        from wire: inout WireReader
    ) throws(CodecError.Fault) -> [UInt8] {
        switch typeEncoding {
        case .ascii: try wire.take(4).map { $0 &- 0x30 }
        case .ebcdic: try wire.take(4).map { $0 &- 0xF0 }
        case .bcd: try wire.take(2).flatMap { [$0 >> 4, $0 & 15] }
        }
    }

    private func readFields(from wire: inout WireReader) throws(CodecError) -> FieldSet {
        do throws(CodecError.Fault) {
            let first = try readBitmap(from: &wire)
            guard first & FieldSet.secondBitmapMark != 0 else {
                return FieldSet(first: first, second: 0)
            }
            return FieldSet(first: first, second: try readBitmap(from: &wire))
        } catch {
            throw CodecError(.bitmap, error)
        }
    }

    private func readBitmap(from wire: inout WireReader) throws(CodecError.Fault) -> UInt64 {
        var bitmap: UInt64 = 0
        guard bitmapEncoding != .binary else {
            for byte in try wire.take(8) { bitmap = bitmap << 8 | UInt64(byte) }
            return bitmap
        }
        for byte in try wire.take(16) {
            let digit = bitmapEncoding == .hex ? byte : EBCDIC.tables037.toASCII[Int(byte)]
            guard let value = HexDigits.value(digit) else { throw .malformed }
            bitmap = bitmap << 4 | UInt64(value)
        }
        return bitmap
    }
}
