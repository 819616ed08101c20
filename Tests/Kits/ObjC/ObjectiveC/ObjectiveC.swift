// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

@objc(NSObject)
public protocol NSObjectProtocol {
    func isEqual(_ object: Any?) -> Bool
}

/// The root class, with what Swift asks of it.
@objc(NSObject)
open class NSObject: NSObjectProtocol, Hashable {
    @objc public init() {}
    @objc open func isEqual(_ object: Any?) -> Bool { false }
    @objc open func copy() -> Any { self }
    public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
    open func hash(into hasher: inout Hasher) {}
    open var description: String { "" }
}

public struct ObjCBool: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) {}
}

public struct Selector: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {}
}
