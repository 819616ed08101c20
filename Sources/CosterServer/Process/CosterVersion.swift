/// The version of this program.
package enum CosterVersion { package static let current = "0.1.0" }
