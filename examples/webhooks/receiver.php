<?php
// A receiver of Coster's events: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 receiver.php

const TOLERANCE = 300;

function isGenuine(string $body): bool
{
    $secret = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $event = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sent = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sent) || abs(time() - (int) $sent) > TOLERANCE) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$event.$sent.$body", $secret, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
if (!isGenuine($body)) {
    http_response_code(401);
    return;
}
// An event may come twice: keep its id in a database, beside what it changes.
$event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
file_put_contents('php://stdout', "{$event['type']} {$event['id']}\n");
http_response_code(204);
