<?php
// Radial's PHP SDK has no tests that need a server: these send its payment messages, one after the other.
use eBayEnterprise\RetailOrderManagement\Api\Exception\NetworkError;
use eBayEnterprise\RetailOrderManagement\Api\HttpApi;
use eBayEnterprise\RetailOrderManagement\Api\HttpConfig;
use eBayEnterprise\RetailOrderManagement\Payload\IPayload;
use eBayEnterprise\RetailOrderManagement\Payload\Payment\PaymentAuthCancelReply;
use eBayEnterprise\RetailOrderManagement\Payload\Payment\PaymentSettlementReply;
use PHPUnit\Framework\TestCase;

/** The SDK's configuration for a server without TLS. */
class PlainConfig extends HttpConfig
{
    public function getEndpoint()
    {
        return str_replace('https:', 'http:', parent::getEndpoint());
    }
}

class RadialTest extends TestCase
{
    private function api(string $operation, string $key = 'sandbox-radial'): HttpApi
    {
        return new HttpApi(
            new PlainConfig($key, '{address}', '1', '0', 'SANDBOX', 'payments', $operation, ['VC']));
    }

    private function send(HttpApi $api, array $fields): IPayload
    {
        $payload = $api->getRequestBody();
        foreach ($fields + ['RequestId' => uniqid(), 'CurrencyCode' => 'USD'] as $name => $value) {
            $payload->{"set$name"}($value);
        }
        return $api->setRequestBody($payload)->send()->getResponseBody();
    }

    private function authorize(string $order, float $amount, string $key = 'sandbox-radial'): IPayload
    {
        return $this->send($this->api('creditcard/auth', $key), [
            'OrderId' => $order, 'PanIsToken' => false, 'CardNumber' => '4111111111111111',
            'ExpirationDate' => new DateTime('2030-12-01'), 'CardSecurityCode' => '123', 'Amount' => $amount,
            'Email' => 'customer@example.com', 'Ip' => '192.0.2.1', 'BillingFirstName' => 'John',
            'BillingLastName' => 'Smith', 'BillingPhone' => '6101234567', 'BillingLines' => '123 Main St',
            'BillingCity' => 'Philadelphia', 'BillingCountryCode' => 'US', 'BillingPostalCode' => '19019',
            'ShipToFirstName' => 'John', 'ShipToLastName' => 'Smith', 'ShipToPhone' => '6101234567',
            'ShipToLines' => '123 Main St', 'ShipToCity' => 'Philadelphia', 'ShipToCountryCode' => 'US',
            'ShipToPostalCode' => '19019', 'IsRequestToCorrectCvvOrAvsError' => false,
        ]);
    }

    private function followUp(string $operation, string $order, float $amount, array $more): IPayload
    {
        $token = $this->authorize($order, 60.00)->getCardNumber();
        return $this->send($this->api($operation), $more + [
            'OrderId' => $order, 'PanIsToken' => true, 'CardNumber' => $token, 'Amount' => $amount,
        ]);
    }

    public function testAuthorization(): void
    {
        $reply = $this->authorize('order-1', 60.00);
        $this->assertSame('APPROVED', $reply->getResponseCode());
        $this->assertSame(60.00, $reply->getAmountAuthorized());
    }

    public function testDecline(): void
    {
        $this->assertFalse($this->authorize('order-2', 7000.05)->getIsAuthAcceptable());
    }

    public function testSettlement(): void
    {
        $reply = $this->followUp('settlement/create', 'order-3', 25.50, [
            'TaxAmount' => 0.00, 'SettlementType' => 'Debit', 'FinalDebit' => true, 'ClientContext' => 'shop', 'InvoiceId' => 'invoice-1',
        ]);
        // It has no content: a refusal throws.
        $this->assertInstanceOf(PaymentSettlementReply::class, $reply);
    }

    public function testFunds(): void
    {
        $reply = $this->followUp('funds/confirm', 'order-4', 10.50, ['PerformReauthorization' => false]);
        $this->assertSame('Success', $reply->getFundsAvailable());
    }

    public function testCancel(): void
    {
        $reply = $this->followUp('auth/cancel', 'order-5', 60.00, []);
        $this->assertInstanceOf(PaymentAuthCancelReply::class, $reply);
    }

    public function testWrongKey(): void
    {
        $this->expectException(NetworkError::class);
        $this->authorize('order-6', 60.00, 'another');
    }
}
