import CosterCardPages

/// The domain of the API object's errors.
public let BMSAPIErrorDomain = "CosterBolt.BMSAPIError"
/// The code if the endpoint isn't set.
public let BMSAPIErrorCodeNoEndpoint = CardAPIError.noEndpoint.rawValue
/// The code if the card isn't valid.
public let BMSAPIErrorCodeInvalidCardData = CardAPIError.invalidCardData.rawValue

/// The same three constants for Objective-C: its compiler makes their names, and the domain's text, from these.
#if canImport(ObjectiveC)
    @objc(BMSAPIError)
#endif
public enum BMSAPIError: Int, Error {
    /// The endpoint isn't set.
    case codeNoEndpoint = 1
    /// The card isn't valid.
    case codeInvalidCardData
}
