import Testing

/// The tests that share the stand-in's one device, and so run one after another.
@Suite("CosterKitPassKit on a stand-in for PassKit", .serialized, .timeLimit(.minutes(5)))
enum PassKitTests {}
