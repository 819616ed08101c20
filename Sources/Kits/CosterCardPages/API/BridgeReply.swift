import Foundation

/// The app's answer to one question of the pages: given once, on any thread.
///
/// A second answer is ignored. If the app drops the block without calling it, the question ends without an answer, so
/// that no page waits for ever.
package final class BridgeReply<Value>: Sendable {
    /// The app's answer. It is handed over once, to the main actor.
    package struct Answer: @unchecked Sendable {
        package let value: Value?
        package let error: (any Error)?
    }

    private let continuation: AsyncStream<Answer>.Continuation

    private init(_ continuation: AsyncStream<Answer>.Continuation) {
        self.continuation = continuation
    }

    deinit { continuation.finish() }

    /// Gives the answer.
    package func give(_ value: Value?, _ error: (any Error)?) {
        continuation.yield(Answer(value: value, error: error))
        continuation.finish()
    }

    /// Asks the app, and waits.
    ///
    /// - Returns: Nil if the app dropped the block.
    @MainActor
    package static func to(_ question: @MainActor (BridgeReply) -> Void) async -> Answer? {
        let (answers, continuation) = AsyncStream<Answer>.makeStream()
        question(BridgeReply(continuation))
        for await answer in answers { return answer }
        return nil
    }
}

/// The app's bridge, without the prefix of its methods.
@MainActor
package struct CardBridge {
    /// Lists the customer's accounts.
    package let accounts: (BridgeReply<[CardAccount]>) -> Void
    /// Stores an account.
    package let save: (CardAccount, BridgeReply<CardAccount>) -> Void
    /// Deletes the account of an ID.
    package let delete: (String, BridgeReply<Bool>) -> Void
    /// Changes an account.
    package let update: (CardAccount, BridgeReply<CardAccount>) -> Void
    /// Authorizes with a token of CardSecure.
    package let authorize: (String, BridgeReply<Bool>) -> Void

    package init(
        accounts: @escaping (BridgeReply<[CardAccount]>) -> Void,
        save: @escaping (CardAccount, BridgeReply<CardAccount>) -> Void,
        delete: @escaping (String, BridgeReply<Bool>) -> Void,
        update: @escaping (CardAccount, BridgeReply<CardAccount>) -> Void,
        authorize: @escaping (String, BridgeReply<Bool>) -> Void
    ) {
        self.accounts = accounts
        self.save = save
        self.delete = delete
        self.update = update
        self.authorize = authorize
    }
}
