// A stand-in for the part of Apple's header that the samples and the generated headers name.
@import Foundation;

typedef enum UIBarStyle : NSInteger { UIBarStyleDefault, UIBarStyleBlack } UIBarStyle;
typedef enum UIActivityIndicatorViewStyle : NSInteger {
    UIActivityIndicatorViewStyleMedium = 100,
} UIActivityIndicatorViewStyle;

@interface UIColor : NSObject
@property (class, nonatomic, readonly) UIColor *blackColor;
@end

@interface UIFont : NSObject
@end

@interface UIResponder : NSObject
@end

@interface UIView : UIResponder
@end

@class UITextField;

@protocol UITextFieldDelegate <NSObject>
@end

@interface UITextField : UIView
@property (nonatomic, weak) id<UITextFieldDelegate> delegate;
@end

@interface UIViewController : UIResponder
- (void)viewDidLoad;
- (void)presentViewController:(UIViewController *)viewControllerToPresent animated:(BOOL)flag completion:(void (^)(void))completion;
- (void)dismissViewControllerAnimated:(BOOL)flag completion:(void (^)(void))completion;
@end
