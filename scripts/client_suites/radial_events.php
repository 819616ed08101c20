<?php
// Radial's PHP SDK reads the recorded events: each element of a list, as its own queues bring it.
use eBayEnterprise\RetailOrderManagement\Payload\OmnidirectionalMessageFactory;
use PHPUnit\Framework\TestCase;

class RadialEventTest extends TestCase
{
    /** The elements of all lists: the file's name, the element's name and its text. */
    public static function elements(): iterable
    {
        foreach (glob('{notices}/*.http') as $file) {
            $list = new DOMDocument();
            $list->loadXML(trim(explode("\n\n", file_get_contents($file), 2)[1]));
            foreach ($list->documentElement->childNodes as $element) {
                yield basename($file, '.http') => [$element->localName, $element->C14N()];
            }
        }
    }

    /** @dataProvider elements */
    public function testEventIsRead(string $name, string $text): void
    {
        $isRefused = str_ends_with($this->dataName(), 'refused');
        $event = (new OmnidirectionalMessageFactory())->messagePayload($name)->deserialize($text);
        $this->assertSame('order-1', $event->getOrderId());
        $this->assertSame('USD', $event->getCurrencyCode());
        if ($name === 'PaymentAuthCancelReply') {
            // Of a settlement's event the SDK doesn't read TenderType.
            $this->assertSame('VC', $event->getTenderType());
            $this->assertSame($isRefused ? 'Fail' : 'Success', $event->getResponseCode());
            $this->assertSame('60.00', $event->getAmount());
            $this->assertSame('SANDBOX', $event->getStoreId());
        } else {
            $this->assertSame('PaymentSettlementStatus', $name);
            $this->assertSame($isRefused ? 'R' : 'S', $event->getSettlementStatus());
            $this->assertSame($isRefused, $event->getDeclineReason() !== null);
            $this->assertContains($event->getSettlementType(), ['Debit', 'Credit']);
        }
    }

    public function testThereAreEvents(): void
    {
        $this->assertGreaterThan(5, iterator_count(self::elements()));
    }
}
