extension String {
    /// Whether there is a control character (Unicode general category Cc). No order's name has one: it would act on a
    /// terminal that lists payments, and a database may refuse it.
    ///
    /// Source: Unicode, 23.1: U+0000 to U+001F and U+007F to U+009F.
    public var hasControlCharacter: Bool {
        var last: UInt8 = 0
        for byte in utf8 {
            if byte < 0x20 || byte == 0x7F { return true }
            // U+0080 to U+009F in UTF-8.
            if last == 0xC2, byte < 0xA0 { return true }
            last = byte
        }
        return false
    }
}
