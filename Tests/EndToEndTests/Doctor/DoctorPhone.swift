import AppleSimulator
import PaymentDomain

/// A phone that pays the fixture's merchant.
struct DoctorPhone {
    let fixture: DoctorFixture
    let device: SimulatedDevice
    let merchant: SimulatedMerchant

    init(_ fixture: DoctorFixture, identifier: String = DoctorFixture.identifier) throws {
        self.fixture = fixture
        merchant = try fixture.simulator.merchant(identifier)
        device = SimulatedDevice(
            apple: try fixture.simulator.apple(), merchant: merchant,
            certificate: try fixture.simulator.newestCertificate(of: identifier))
    }

    func recipe(at moment: Timestamp? = nil) throws -> TokenRecipe {
        try device.recipe(
            for: SimulatedOrder(amount: try dollars("14.99"), at: moment ?? presentTime()))
    }

    func token(_ change: (inout TokenRecipe) throws -> Void = { _ in }) throws -> String {
        var recipe = try recipe()
        try change(&recipe)
        return try device.make(recipe).json
    }
}
