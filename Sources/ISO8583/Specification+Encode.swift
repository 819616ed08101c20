extension Specification {
    /// Writes a message, without its frame.
    ///
    /// - Throws: ``CodecError``, which names the first field that the specification doesn't have, or that isn't of its kind.
    public func encode(_ message: Message) throws(CodecError) -> [UInt8] {
        let header = message.header.isEmpty ? self.header.bytes : message.header
        guard self.header.allows(header) else { throw CodecError(.header, .malformed) }
        var wire: [UInt8] = []
        wire.reserveCapacity(Specification.usualWireBytes)
        wire.append(contentsOf: header)
        write(message.type, to: &wire)
        write(message.fields, to: &wire)
        for number in message.fields {
            guard let value = message[number], let format = format(of: number) else {
                throw CodecError(.field(number), .unknownField)
            }
            do {
                try format.write(value, to: &wire)
            } catch {
                throw CodecError(.field(number), error)
            }
        }
        guard wire.count <= messageBytes else { throw CodecError(.end, .messageTooLong) }
        return wire
    }

    private func write(_ type: MessageType, to wire: inout [UInt8]) {
        switch typeEncoding {
        case .ascii: wire.append(contentsOf: type.digits)
        case .ebcdic: wire.append(contentsOf: type.digits.map { $0 | 0xF0 })
        case .bcd:
            wire.append(UInt8(type.version << 4 | type.messageClass))
            wire.append(UInt8(type.function << 4 | type.origin))
        }
    }

    private func write(_ fields: FieldSet, to wire: inout [UInt8]) {
        guard fields.second != 0 else { return write(bitmap: fields.first, to: &wire) }
        write(bitmap: fields.first | FieldSet.secondBitmapMark, to: &wire)
        write(bitmap: fields.second, to: &wire)
    }

    private func write(bitmap: UInt64, to wire: inout [UInt8]) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            let byte = UInt8(truncatingIfNeeded: bitmap >> shift)
            guard bitmapEncoding != .binary else {
                wire.append(byte)
                continue
            }
            for half in [byte >> 4, byte & 15] {
                let digit = HexDigits.upper[Int(half)]
                wire.append(
                    bitmapEncoding == .hex ? digit : EBCDIC.tables037.fromASCII[Int(digit)])
            }
        }
    }

    private static let usualWireBytes = 512
}
