# A sandbox server works on ./coster-data, and writes server.log.
coster pay vantiv --capture
coster pay radial
coster pay vantiv --amount 20.00 --capture
coster pay instamed --refund 5.00
coster pay cardconnect --void --verbose
curl -sf -X PUT http://127.0.0.1:8080/cardconnect/rest/auth -u testing:testing123 -H 'Content-Type: application/json' \
    -d '{"merchid":"496160873888","account":"4111111111111111","expiry":"1249","amount":"1.00","orderid":"order-1001"}'
coster profiles
coster payments
coster payments --limit 5 --json
payment=$(coster payments | sed -n '$s/.*	//p')
coster() { command coster "${@/0199c2a5d3f04a8f8f3a6d1e2b4c5d6e/$payment}"; }
coster payment 0199c2a5d3f04a8f8f3a6d1e2b4c5d6e
coster events
coster events --limit 5 --json
coster events --payment 0199c2a5d3f04a8f8f3a6d1e2b4c5d6e
coster events --after evt_0199c2a5d3f04a8f8f3a6d1e2b4c5d6e_1
unset -f coster
shows 'payment.authorized' coster events --follow
shows 'whsec_' coster events --forward http://127.0.0.1:3000/webhooks
shows 'whsec_' coster events --forward http://127.0.0.1:3000/ --format standard --merchant sandbox
coster payment order-1001 --json

coster settle
coster settle --json
coster batches
coster batches --limit 3 --json
coster audit
coster audit --json
coster audit-log
coster audit-log --limit 5 --json

coster logs server.log
shows 'INFO' coster logs --follow server.log
journalctl() { cat server.log; }
journalctl -u coster -o cat -f | coster logs --level warning -
