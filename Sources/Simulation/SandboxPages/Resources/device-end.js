window.ApplePaySession = ApplePaySession;
window.ApplePayError = ApplePayError;
