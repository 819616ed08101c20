// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

@objc(NSURLSessionTask) open class URLSessionTask: NSObject, @unchecked Sendable {}
@objc(NSURLSession) open class URLSession: NSObject, @unchecked Sendable {}
@objc(NSHTTPURLResponse) open class HTTPURLResponse: URLResponse, @unchecked Sendable {}
public protocol URLSessionTaskDelegate: NSObjectProtocol {}
@objc(NSURLResponse) open class URLResponse: NSObject, @unchecked Sendable {}
public struct URLRequest: Sendable {}
