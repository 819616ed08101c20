<?php
// HHK, a client in production, reads the recorded notifications.
use HHK\Payment\PaymentGateway\Instamed\Connect\WebhookResponse;
use HHK\SysConst\MpTranType;
use PHPUnit\Framework\TestCase;

class InstaMedEventTest extends TestCase
{
    private function notice(string $name): WebhookResponse
    {
        $request = file_get_contents("{notices}/$name.http");
        return new WebhookResponse(json_decode(explode("\n\n", $request, 2)[1], true, 512, JSON_THROW_ON_ERROR));
    }

    /** The file's name, the kind of transaction, ResponseCode, the status in words and the amount. */
    public static function notices(): array
    {
        return [
            ['sale', MpTranType::Sale, '000', 'Approved', '60.00'],
            ['sale-in-part', MpTranType::Sale, '010', 'Approved', '59.00'],
            ['declined', MpTranType::Sale, '001', 'Declined', '60.00'],
            ['sale-voided', MpTranType::Void, '000', 'Voided', '60.00'],
            ['refunded', MpTranType::ReturnAmt, '000', 'Approved', '10.00'],
            ['refund-refused', MpTranType::ReturnAmt, '001', 'Declined', '60.00'],
        ];
    }

    /** @dataProvider notices */
    public function testNoticeIsRead(string $name, string $kind, string $code, string $words, string $amount): void
    {
        $notice = $this->notice($name);
        $this->assertSame([$kind, $code, $words], [$notice->getTranType(), $notice->getResponseCode(), $notice->getResponseMessage()]);
        $this->assertSame($amount, $notice->getAuthorizedAmount());
        $this->assertSame('1111', $notice->getMaskedAccount());
        $this->assertSame('VISA', $notice->getCardType());
        $this->assertSame('', (string) $notice->getAVSResult() . $notice->getCvvResult());
        $this->assertMatchesRegularExpression('/^[0-9A-F]{32}$/', $notice->getAcqRefData());
        $this->assertSame('2026-11-18T11:06:40+00:00', (new DateTime($notice->getTransPostTime(), new DateTimeZone('UTC')))->format('c'));
    }
}
