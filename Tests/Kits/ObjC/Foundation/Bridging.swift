// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Which Objective-C class stands for which Swift type: the compiler reads the associated type.

extension _ObjectiveCBridgeable where _ObjectiveCType: NSObject {
    public func _bridgeToObjectiveC() -> _ObjectiveCType { _bridgeToObjectiveC() }
    public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: _ObjectiveCType, result: inout Self?
    ) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self {
        _unconditionallyBridgeFromObjectiveC(source)
    }
}

extension String: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSString }
extension Array: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSArray }
extension Set: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSSet }
extension Dictionary: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSDictionary }
extension Data: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSData }
extension Date: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSDate }
extension URL: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSURL }
extension AnyHashable: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSObject }
