import Testing
import WebPayments

@Suite("A domain's file is compared with the registered one", .timeLimit(.minutes(5)))
struct AssociationCheckTests {
    private static let registered: [UInt8] = Array("7B2270\n".utf8)

    @Test(
        "status, redirect, length and each byte count, in this order",
        arguments: [
            (200, nil, "7B2270\n", nil), (404, nil, "7B2270\n", .status(404)),
            (204, nil, "", .status(204)),
            (301, "https://www.shop.example/", "", .redirect(301, to: "https://www.shop.example/")),
            (302, nil, "7B2270\n", .redirect(302, to: nil)),
            (200, nil, "7B2270", .length(served: 6, registered: 7)),
            (200, nil, "7B2270\r\n", .length(served: 8, registered: 7)),
            (200, nil, "", .length(served: 0, registered: 7)),
            (200, nil, "7b2270\n", .bytes(firstAt: 1)), (200, nil, "7B2270\r", .bytes(firstAt: 6)),
        ] as [(Int, String?, String, AssociationFault?)])
    func compared(status: Int, location: String?, served: String, fault: AssociationFault?) {
        let found = AssociationFault.of(
            status: status, location: location, served: Array(served.utf8),
            registered: Self.registered)
        #expect(found == fault)
        #expect(found?.sentence.isEmpty != true)
    }
}
