import AcquirerKit

extension CybersourceLine {
    /// Reads a reply, and counts one that can't be to the request.
    func read(_ reply: LineReply, to message: CybersourceRequest) -> CybersourceOutcome {
        if isRejection(reply) { return .rejected }
        do throws(CybersourceReplyError) {
            return try outcome(of: reply, message)
        } catch {
            meter.countMalformed()
            return .unclear
        }
    }

    /// Whether a request was refused before anybody read it: another key, or a clock that is wrong.
    func isRejection(_ reply: LineReply) -> Bool {
        guard reply.status == 401 else { return false }
        meter.countRefused()
        return true
    }

    private func outcome(
        of reply: LineReply, _ message: CybersourceRequest
    ) throws(CybersourceReplyError) -> CybersourceOutcome {
        guard [201, 400].contains(reply.status) else { throw .wrongStatus }
        let answer = try CybersourceReply(reading: reply.body)
        // Refused requests don't repeat it.
        if message.isEchoed, reply.status == 201 || answer.code != nil {
            guard answer.code == message.code else { throw .wrongEcho }
        }
        guard let meaning = answer.meaning else { throw .unclear }
        if meaning == .refused { return try refusal(answer) }
        guard reply.status == 201, message.success.contains(meaning) else { throw .unclear }
        return .done(answer)
    }

    private func refusal(
        _ answer: CybersourceReply
    ) throws(CybersourceReplyError) -> CybersourceOutcome {
        guard let word = answer.reason, let reason = CybersourceReason.named(word) else {
            throw .unclear
        }
        if word == CybersourceReason.duplicate { return .duplicate }
        guard reason.decline != nil else { throw .unclear }
        return .refused(answer)
    }
}
