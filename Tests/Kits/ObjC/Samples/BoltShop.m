// What the 5.x SDK has besides, on its integrated flow, in our own words.
@import UIKit;
@import CosterBolt;

@interface Shop : UIViewController <BMSPaymentControllerDelegate>
@property (nonatomic, strong) BMSPaymentController *paymentController;
@end

@implementation Shop
- (void)payWith:(id<BMSAPIBridgeProtocol>)bridge {
    BMSTheme *theme = [BMSTheme new];
    theme.listTitle = @"Cards";
    theme.buttonTitle = @"New card";
    BMSPaymentRequest *request = [BMSPaymentRequest new];
    request.applePayMerchantID = @"merchant.com.example";
    request.total = [NSDecimalNumber decimalNumberWithString:@"120.00"];
    request.companyName = @"Example Shop";
    self.paymentController = [[BMSPaymentController alloc] initWithRootView:self
                                                                  apiBridge:bridge
                                                                   delegate:self
                                                                      theme:theme];
    self.paymentController.autoSelectNewCards = YES;
    self.paymentController.paymentRequest = request;
    [self.paymentController pushPaymentView];
}

- (void)paymentController:(BMSPaymentController *)controller finishedWithAccount:(BMSAccount *)account {
    NSLog(@"%@", account.token);
}
@end
