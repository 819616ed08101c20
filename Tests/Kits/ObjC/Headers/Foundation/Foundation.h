// A stand-in for the part of Apple's header that the samples and the generated headers name.
@import ObjectiveC;

@protocol NSCopying
@end

@interface NSString : NSObject
- (BOOL)isEqualToString:(NSString *)aString;
+ (instancetype)stringWithFormat:(NSString *)format, ...;
@end

@interface NSConstantString : NSString
@end

@interface NSNumber : NSObject
@property (readonly) BOOL boolValue;
@end

@interface NSDecimalNumber : NSNumber
+ (NSDecimalNumber *)decimalNumberWithString:(NSString *)numberValue;
@end

@interface NSArray<__covariant ObjectType> : NSObject
+ (instancetype)arrayWithObjects:(const ObjectType [])objects count:(NSUInteger)count;
@property (readonly) NSUInteger count;
@end

@interface NSDictionary : NSObject
@end

@interface NSData : NSObject
@end

@interface NSDate : NSObject
@end

@interface NSCoder : NSObject
@end

@interface NSURL : NSObject
+ (instancetype)URLWithString:(NSString *)URLString;
@end

@interface NSURLSessionTask : NSObject
- (void)cancel;
@end

@interface NSError : NSObject
@property (readonly, copy) NSString *localizedDescription;
@property (readonly) NSInteger code;
@property (readonly, copy) NSString *domain;
@end

void NSLog(NSString *format, ...);

@interface NSDateFormatter : NSObject
@end
