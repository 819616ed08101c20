// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there. No function here is ever called: the kits' declarations are compiled,
// not their bodies.

@_exported import FoundationEssentials
@_exported import ObjectiveC

@objc(NSCopying)
public protocol NSCopying {
    @objc(copyWithZone:) func copy(with zone: NSZone?) -> Any
}

public typealias NSZone = OpaquePointer

@objc(NSString) open class NSString: NSObject {}
@objc(NSNumber) open class NSNumber: NSObject {}
@objc(NSDecimalNumber) open class NSDecimalNumber: NSNumber {
    public class var zero: NSDecimalNumber { NSDecimalNumber() }
}
@objc(NSArray) open class NSArray: NSObject {}
@objc(NSSet) open class NSSet: NSObject {}
@objc(NSDictionary) open class NSDictionary: NSObject {}
@objc(NSData) open class NSData: NSObject {}
@objc(NSDate) open class NSDate: NSObject {}
@objc(NSURL) open class NSURL: NSObject {}
@objc(NSError) open class NSError: NSObject, Error, @unchecked Sendable {}
@objc(NSAttributedString) open class NSAttributedString: NSObject {
    public struct Key: Hashable, Sendable {
        public init(_ rawValue: String) {}
    }
}
@objc(NSDateFormatter) open class DateFormatter: NSObject {}
@objc(NSLock) open class NSLock: NSObject {}
@objc(NSCoder) open class NSCoder: NSObject {}
@objc(NSBundle) open class Bundle: NSObject, @unchecked Sendable {
    public class var main: Bundle { Bundle() }
    public var bundleIdentifier: String? { nil }
}

open class NSCalendar: NSObject {
    public struct Unit: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let month = Unit(rawValue: 8)
    }
}

public protocol CustomNSError: Error {
    static var errorDomain: String { get }
    var errorCode: Int { get }
    var errorUserInfo: [String: Any] { get }
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

public typealias unichar = UInt16

/// A C structure, which only a C header can declare. A number stands for it: selectors have no types.
public typealias NSRange = Int

public struct PersonNameComponents: Sendable, Hashable {}

public typealias CGFloat = Double

public struct CGRect: Sendable, Hashable {
    public static let zero = CGRect()
}

public struct CGSize: Sendable, Hashable {}

/// What an enumeration of errors conforms to, so that Objective-C gets its domain.
public protocol _BridgedNSError: Error {
    static var _nsErrorDomain: String { get }
}
