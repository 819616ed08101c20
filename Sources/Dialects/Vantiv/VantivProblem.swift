/// Why a request gave no command.
enum VantivProblem: Error, Sendable, Hashable {
    /// It does not fit its content model: the root says so.
    case schema(SchemaFault)
    /// It fits, and what it asks for cannot be: the transaction's reply says so with this code, and
    /// its tokenResponse with the other.
    case answer(VantivCode, token: VantivCode? = nil)
}

/// Calls something that refuses by the content model.
func held<Value>(_ body: () throws(SchemaFault) -> Value) throws(VantivProblem) -> Value {
    do {
        return try body()
    } catch {
        throw .schema(error)
    }
}
