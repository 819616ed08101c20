import AppleSimulator
import PaymentDomain

/// A phone that pays the clinic's merchant.
struct ClinicPhone {
    let clinic: DoctorFixture
    let device: SimulatedDevice
    let merchant: SimulatedMerchant

    init(_ clinic: DoctorFixture, identifier: String = DoctorFixture.identifier) throws {
        self.clinic = clinic
        merchant = try clinic.simulator.merchant(identifier)
        device = SimulatedDevice(
            apple: try clinic.simulator.apple(), merchant: merchant,
            certificate: try clinic.simulator.newestCertificate(of: identifier))
    }

    func recipe(at moment: Timestamp? = nil) throws -> TokenRecipe {
        try device.recipe(
            for: SimulatedOrder(amount: try dollars("14.99"), at: moment ?? presentMoment()))
    }

    func token(_ change: (inout TokenRecipe) throws -> Void = { _ in }) throws -> String {
        var recipe = try recipe()
        try change(&recipe)
        return try device.make(recipe).json
    }
}
