// A stand-in for the part of Apple's header that the samples and the generated headers name.
@import Foundation;
@import UIKit;

typedef enum PKPaymentAuthorizationStatus : NSInteger {
    PKPaymentAuthorizationStatusSuccess,
    PKPaymentAuthorizationStatusFailure,
} PKPaymentAuthorizationStatus;

typedef enum PKPaymentButtonType : NSInteger {
    PKPaymentButtonTypePlain,
    PKPaymentButtonTypeBuy,
} PKPaymentButtonType;

typedef enum PKPaymentButtonStyle : NSInteger {
    PKPaymentButtonStyleWhite,
    PKPaymentButtonStyleWhiteOutline,
    PKPaymentButtonStyleBlack,
} PKPaymentButtonStyle;

@interface PKPaymentSummaryItem : NSObject
+ (instancetype)summaryItemWithLabel:(NSString *)label amount:(NSDecimalNumber *)amount;
@end

@interface PKPaymentRequest : NSObject
@property (nonatomic, copy) NSString *merchantIdentifier;
@property (nonatomic, copy) NSArray<PKPaymentSummaryItem *> *paymentSummaryItems;
@end

@interface PKPaymentToken : NSObject
@property (nonatomic, copy, readonly) NSData *paymentData;
@end

@interface PKPayment : NSObject
@property (nonatomic, strong, readonly) PKPaymentToken *token;
@end

@class PKPaymentAuthorizationViewController;

@protocol PKPaymentAuthorizationViewControllerDelegate <NSObject>
- (void)paymentAuthorizationViewControllerDidFinish:(PKPaymentAuthorizationViewController *)controller;
@optional
- (void)paymentAuthorizationViewController:(PKPaymentAuthorizationViewController *)controller didAuthorizePayment:(PKPayment *)payment completion:(void (^)(PKPaymentAuthorizationStatus status))completion;
@end

@interface PKPaymentAuthorizationViewController : UIViewController
- (instancetype)initWithPaymentRequest:(PKPaymentRequest *)request;
@property (nonatomic, weak) id<PKPaymentAuthorizationViewControllerDelegate> delegate;
@end
