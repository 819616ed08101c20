# A sandbox server works on ./coster-data. Nobody answers at the line's address.
echo tulips > east.secret
echo '{"rules": [{"line": "east"}]}' > rules.json
coster merchant create flowers --apple-merchant-id merchant.com.example.flowers
coster line create east --kind worldpay --address https://localhost:9/payments --user FLOWERS --secret-file east.secret --test
coster route set flowers rules.json --sandbox
exits 69 coster line echo east
exits 69 coster line try east
exits 69 coster line try east --amount 5.00 --merchant flowers --json
