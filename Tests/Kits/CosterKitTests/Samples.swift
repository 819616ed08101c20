import CosterKit
import Foundation
