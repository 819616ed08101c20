import Foundation
import Testing

/// A payment in the books.
struct BookedPayment: Sendable {
    let reference: String
    /// The captured amount, if anything was captured.
    let captured: String?
}

extension RunningServer {
    /// The newest payments in the books that fit.
    func booked(
        _ fits: (BookedPayment) -> Bool
    ) async throws -> [BookedPayment] {
        let run = try await CommandRun.coster(
            ["payments", "--json", "--limit", "100", "--data", folder])
        let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        return try #require(rows, "\(run.output) \(run.errors)").compactMap { row in
            guard let reference = row["order_reference"] as? String else { return nil }
            let captured = row["captured"] as? String ?? "0.00"
            let isAnything = captured.contains { ("1"..."9").contains($0) }
            return BookedPayment(reference: reference, captured: isAnything ? captured : nil)
        }.filter(fits)
    }
}
