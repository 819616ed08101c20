# Makes a file that compiles from InstaMed.sample, which is the source document's text as it stands there.
#
# The only change that an app would make is the import line, whose module the document doesn't name. The rest is
# damage by the document's copying, mended here:
# - The methods stand outside of any class.
# - The minus before three of the four methods is missing: "(void)name" at the beginning of a line.
# - The own method's declaration is missing; Objective-C no longer needs one within an implementation.
/^#import *$/ {
    print "@import UIKit;"
    print "@import PassKit;"
    print "@import CosterInstaMed;"
    print "@interface Shop : UIViewController <PKPaymentAuthorizationViewControllerDelegate>"
    print "@end"
    print "@implementation Shop"
    next
}
{ sub(/^\(void\)/, "- (void)"); print }
END { print "@end" }
