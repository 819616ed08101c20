import ISO8583
import PaymentDomain
import PaymentEngine

extension LineProfile {
    /// A message about the network; nil if the profile has none of this kind.
    func networkMessage(_ kind: NetworkMessage, _ identity: MessageIdentity) -> Message? {
        let content = MessageContent(
            identity: identity, payment: identity, authorizationID: OperationID(),
            merchant: AcquirerMerchant(merchantNumber: "", terminalNumber: "", categoryCode: ""),
            amount: .zero(.usd), acquirer: acquirer, secondsFromUTC: secondsFromUTC)
        return messages[kind.kind]?.message(content, specification)
    }

    /// The messages about the network that it has.
    var networkMessages: Set<NetworkMessage> {
        Set(NetworkMessage.allCases.filter { messages[$0.kind] != nil })
    }

    /// The answer to a host's message about the network, which repeats its fields.
    ///
    /// Source: rule R12.
    func answer(toNetwork message: Message) -> Message? {
        guard message.type.messageClass == LineProfile.networkClass,
            let type = message.type.response, let code = codes.approved.min()
        else { return nil }
        var answer = message
        answer.type = type
        answer.header = specification.header.answer(to: message.header)
        answer.set(codeField, code)
        return answer
    }

    /// Source: ISO 8583:1987, message class.
    static let networkClass = 8
}
