// An app of the CardConnect guide's two flows in Objective-C, in our own words.
@import UIKit;
@import PassKit;
@import CosterCardConnectConsumer;

// The custom flow: the app shows Apple Pay's sheet, and asks for a token.
@interface Till : UIViewController <PKPaymentAuthorizationViewControllerDelegate>
@property (nonatomic, strong) NSURLSessionTask *task;
@end

@implementation Till
- (void)paymentAuthorizationViewController:(PKPaymentAuthorizationViewController *)controller
                       didAuthorizePayment:(PKPayment *)payment
                                completion:(void (^)(PKPaymentAuthorizationStatus))completion {
    [CCCAPI instance].endpoint = @"fts.cardconnect.com:6443";
    [CCCAPI instance].enableLogging = YES;
    self.task = [[CCCAPI instance] generateTokenForApplePay:payment completion:^(NSString *token, NSError *error) {
        if (error.code == CCCAPIErrorCodeNoEndpoint && [error.domain isEqualToString:CCCAPIErrorDomain]) {
            NSLog(@"%@", error.localizedDescription);
        }
        completion(token ? PKPaymentAuthorizationStatusSuccess : PKPaymentAuthorizationStatusFailure);
    }];
}

- (void)paymentAuthorizationViewControllerDidFinish:(PKPaymentAuthorizationViewController *)controller {
    [self.task cancel];
    [self dismissViewControllerAnimated:YES completion:nil];
}
@end

// The integrated flow: the pages show the sheet, and the bridge asks the app's server.
@interface Bridge : NSObject <CCCAPIBridgeProtocol>
@end

@implementation Bridge
- (void)CCC_getAccounts:(void (^)(NSArray *, NSError *))completion {
    completion(@[ [CCCAccount new] ], nil);
}

- (void)CCC_saveAccountToCustomer:(CCCAccount *)account completion:(void (^)(CCCAccount *, NSError *))completion {
    completion(account, nil);
}

- (void)CCC_deleteCustomerAccount:(NSString *)accountID completion:(void (^)(BOOL, NSError *))completion {
    completion(YES, nil);
}

- (void)CCC_updateAccount:(CCCAccount *)account completion:(void (^)(CCCAccount *, NSError *))completion {
    completion(account, nil);
}

- (void)CCC_authApplePayTransactionWithToken:(NSString *)token completion:(void (^)(BOOL, NSError *))completion {
    completion(YES, nil);
}
@end

@interface Shop : UIViewController <CCCPaymentControllerDelegate, CCCFormatterDelegateExtension>
@property (nonatomic, strong) CCCPaymentController *paymentController;
@end

@implementation Shop
- (void)pay {
    CCCTheme *theme = [CCCTheme new];
    theme.applePayButtonType = PKPaymentButtonTypeBuy;
    theme.applePayButtonStyle = PKPaymentButtonStyleBlack;
    theme.applePayButtonDescription = @"Apple Pay";
    theme.navigationBarStyle = UIBarStyleBlack;
    theme.buttonColor = [UIColor blackColor];
    theme.maskFormat = CCCCardMaskFormatLastFour;
    CCCPaymentRequest *request = [CCCPaymentRequest new];
    request.applePayMerchantID = @"merchant.com.example";
    request.total = [NSDecimalNumber decimalNumberWithString:@"120.00"];
    self.paymentController = [[CCCPaymentController alloc] initWithRootView:self
                                                                  apiBridge:[Bridge new]
                                                                   delegate:self
                                                                      theme:theme];
    self.paymentController.paymentRequest = request;
    [self.paymentController presentPaymentView];
}

- (void)paymentController:(CCCPaymentController *)controller finishedWithAccount:(CCCAccount *)account {
    NSLog(@"%@ %@", account.name, account.last4);
}

- (void)didCancelPaymentController:(CCCPaymentController *)controller {
}

- (void)paymentController:(CCCPaymentController *)controller finishedApplePayWithResult:(BOOL)result {
    NSLog(@"%d", result);
}

// The card fields on a page of the app's own.
- (CCCCardInfo *)cardOf:(UITextField *)number {
    CCCCardFormatterDelegate *formatter = [CCCCardFormatterDelegate new];
    formatter.originalDelegate = self;
    number.delegate = formatter;
    CCCCardInfo *card = [CCCCardInfo new];
    [formatter setCardNumberOnCardInfo:card];
    BOOL isCard = [formatter isValidCard] && CCC_LuhnCheck(@"4111111111111111") && card.isCardValid;
    return isCard && card.accountType == CCCCardIssuerVISA ? card : nil;
}

- (void)didChangeCharactersInRangeForFormatter:(CCCTextFieldDelegateProxy *)formatter {
    [formatter clearTextField];
}
@end
