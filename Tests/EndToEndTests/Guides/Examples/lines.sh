# A sandbox server works on ./coster-data.
coster merchant create flowers --apple-merchant-id merchant.com.example.flowers
echo first-secret > east.secret
coster line create east --kind worldpay --address https://acquirer.example/payments --user FLOWERS --secret-file east.secret --live
coster line create north --kind worldpay --address https://acquirer.example/payments --currency CAD --user FLOWERS --secret-file east.secret --live
echo "08c94330-f618-42a3-b09d-e1e43be5efda $(openssl rand -base64 32)" > west.secret
coster line create west --kind cybersource --user flowers_shop --secret-file west.secret --live
coster line create direct --kind iso8583 --host acquirer.example:5000 --host standby.example:5000 --links 2 --profile spec87-ascii --live
coster line profile spec87-ascii > acquirer.json
coster line show direct --profile
coster line change direct --host acquirer.example:5001 --links 4
coster line list
coster line list --json
coster line show east
coster line show east --json
coster line change east --address https://acquirer.example/online
echo tulips > tulips.secret
coster line change east --user TULIPS --secret-file tulips.secret
coster line change east --system-roots --report-group Tulips
echo second-secret > new.secret
coster line rotate east --secret-file new.secret
coster line rotate east --back
coster line rotate east --secret-file new.secret --overlap-hours 72

echo '{"rules": [{"network": "visa", "line": "east"}, {"currency": "CAD", "line": "north"}], "merchant_numbers": {"north": "81601"}}' > rules.json
coster route set flowers rules.json
coster route show flowers
coster route show flowers --json
coster route test flowers --network visa --amount 14.99
coster route test flowers --network amex --amount 500 --currency CAD --json
echo '{"rules": []}' > rules.json
coster route set flowers rules.json
coster line remove east
