// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

@objc(NSURLSessionTask) open class URLSessionTask: NSObject, @unchecked Sendable {}
@objc(NSURLSession) open class URLSession: NSObject, @unchecked Sendable {}
@objc(NSHTTPURLResponse) open class HTTPURLResponse: NSObject, @unchecked Sendable {}
public protocol URLSessionTaskDelegate: NSObjectProtocol {}
public struct URLRequest: Sendable {}
