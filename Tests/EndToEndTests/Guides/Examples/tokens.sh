# ./coster-data has the keys of a sandbox server's simulator.
coster simulator root > root.pem
coster simulator issuer > issuer.pem
coster token mint | coster token verify --root root.pem -
coster token mint --card amex --expiry 3012 --name 'Jane Doe'
coster token mint --format eprotect
coster token mint --amount 20.00 > token.json
exits 65 coster token verify token.json
coster doctor --sandbox --token token.json
coster token mint --at 2026-11-21T08:00:00Z > token.json
coster token verify --root root.pem --at 2026-11-21T08:00:00Z token.json

openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout merchant.key -subj /CN=flowers -out flowers.csr
coster simulator certificate --request flowers.csr --apple-merchant-id merchant.com.example.flowers --output apple_pay.cer
openssl x509 -inform DER -in apple_pay.cer -out apple_pay.pem
echo roses > password
openssl pkcs12 -export -inkey merchant.key -in apple_pay.pem -passout file:password -out merchant.p12
coster token mint --apple-merchant-id merchant.com.example.flowers > token.json
exits 65 coster token open --key merchant.key --certificate apple_pay.cer token.json
coster token open --root root.pem --key merchant.p12 --password-file password token.json
