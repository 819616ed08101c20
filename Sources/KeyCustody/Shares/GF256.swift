/// The field of 256 elements for the arithmetic of shares: a byte is a polynomial of bits, modulo x^8 + x^4 + x^3 + x +
/// 1.
///
/// No table is used and nothing branches on a byte, so that neither the time nor the cache reveals a secret.
///
/// Source: FIPS 197, 4: the same field as in AES.
enum GF256 {
    private static let reduction: UInt8 = 0x1B

    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var sum: UInt8 = 0
        var doubled = left
        for bit in 0..<8 {
            sum ^= doubled & mask((right >> bit) & 1)
            doubled = (doubled << 1) ^ (reduction & mask(doubled >> 7))
        }
        return sum
    }

    /// The element that gives 1 with this one; 0 for 0, which has none.
    ///
    /// The 254th power, since the 255th of each but 0 is 1.
    static func inverse(_ element: UInt8) -> UInt8 {
        var power = element
        var result: UInt8 = 1
        // 254 is 11111110 in bits.
        for _ in 1..<8 {
            power = product(power, power)
            result = product(result, power)
        }
        return result
    }

    /// The value of a polynomial at a point; the coefficient of the lowest degree comes first.
    static func value(of coefficients: [UInt8], at point: UInt8) -> UInt8 {
        coefficients.reversed().reduce(0) { product($0, point) ^ $1 }
    }

    /// The value at 0 of the polynomial through these points, which all differ and none is 0.
    static func valueAtZero(through points: [(x: UInt8, y: UInt8)]) -> UInt8 {
        points.reduce(0) { sum, point in
            let weight = points.reduce(UInt8(1)) { weight, other in
                guard other.x != point.x else { return weight }
                return product(weight, product(other.x, inverse(other.x ^ point.x)))
            }
            return sum ^ product(point.y, weight)
        }
    }

    /// All bits of 1, none of 0.
    private static func mask(_ bit: UInt8) -> UInt8 {
        0 &- bit
    }
}
