// The step that the source document's sample leaves open: the token is saved through a relay. In our own words.
@import UIKit;
@import PassKit;
@import CosterInstaMed;

@interface Cashier : NSObject
@end

@implementation Cashier
- (void)start {
    InstaMed.relay = [[InstaMedRelay alloc] initWithServer:[NSURL URLWithString:@"https://pay.example.com"]
                                            publishableKey:@"pk_1"
                                                merchantID:@"NOVA E4 2"
                                                   storeID:@"1"
                                                terminalID:@"1"];
}

- (void)take:(PKPayment *)payment then:(void (^)(PKPaymentAuthorizationStatus))completion {
    [InstaMed saveApplePayToken:payment
             merchantIdentifier:@"merchant.com.instamedgo"
                     completion:^(NSString *applePayTokenID, NSError *error) {
        if (error.code == InstaMedErrorCodeSimulatorToken) { NSLog(@"%@", error.localizedDescription); }
        completion(applePayTokenID ? PKPaymentAuthorizationStatusSuccess : PKPaymentAuthorizationStatusFailure);
    }];
}
@end
