// A stand-in for the part of Apple's header that the samples and the generated headers name.
@import Foundation;

@interface UIResponder : NSObject
@end

@interface UIView : UIResponder
@end

@interface UIViewController : UIResponder
- (void)viewDidLoad;
- (void)presentViewController:(UIViewController *)viewControllerToPresent animated:(BOOL)flag completion:(void (^)(void))completion;
- (void)dismissViewControllerAnimated:(BOOL)flag completion:(void (^)(void))completion;
@end
