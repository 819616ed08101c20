# A sandbox server works on ./coster-data.
coster merchant create flowers --apple-merchant-id merchant.com.example.flowers
coster merchant csr flowers > flowers.csr
coster simulator certificate --request flowers.csr --apple-merchant-id merchant.com.example.flowers --output apple_pay.cer
coster merchant certificate flowers --import apple_pay.cer
coster merchant csr flowers --identity

openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout merchant.key -subj /CN=flowers -out next.csr
coster simulator certificate --request next.csr --apple-merchant-id merchant.com.example.flowers --output next.cer
openssl x509 -inform DER -in next.cer -out next.pem
echo roses > password
openssl pkcs12 -export -inkey merchant.key -in next.pem -passout file:password -out merchant.p12
coster merchant certificate flowers --import-p12 merchant.p12 --password-file password
coster simulator activate --apple-merchant-id merchant.com.example.flowers
coster merchant certificate flowers --retire 1
coster merchant list
coster merchant list --json
coster merchant show flowers
coster merchant show sandbox

coster merchant credential create flowers radial --store FLOWERS > radial.secret
coster merchant credential create flowers instamed --user flowers@shop --merchant-id FLOWERS
coster merchant credential create flowers cardconnect --user flowers --merchid 820000000001 --site flowers.example
coster merchant credential list flowers
coster merchant credential rotate flowers radial --store FLOWERS
coster merchant credential rotate flowers radial --store FLOWERS --overlap-hours 1
coster pay radial --store FLOWERS --secret-file radial.secret --apple-merchant-id merchant.com.example.flowers | tee paid
coster merchant credential revoke flowers 1
coster merchant credential remove flowers cardconnect --site flowers.example

card=$(sed -n 's/.* card \([^ ]*\).*/\1/p' paid)
coster() { command coster "${@/4111110000001111/$card}"; }
coster card erase flowers 4111110000001111
unset -f coster
coster profiles --merchant flowers --limit 100 --json
coster profiles --merchant flowers --after 11700182899933000746

coster merchant origin add flowers https://shop.example
coster merchant origin list flowers
coster merchant origin list flowers --json
coster merchant origin remove flowers https://shop.example
echo 7B227073704964 > association
coster merchant domain add flowers shop.example --file association
coster merchant domain add flowers pay.shop.example
coster merchant domain list flowers
coster merchant domain list flowers --json
mkdir .well-known
cp association .well-known/apple-developer-merchantid-domain-association
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=shop.example -addext subjectAltName=DNS:shop.example -days 1 -keyout site.key -out site.pem
openssl s_server -accept 127.0.0.1:3000 -cert site.pem -key site.key -WWW -quiet > site.log 2>&1 &
coster() { command coster "$@" --root site.pem --connect-to 127.0.0.1:3000; }
for try in 1 2 3 4 5 6 7 8 9; do coster merchant domain check flowers shop.example && break || sleep 1; done
coster merchant domain check flowers shop.example
unset -f coster
kill %%
coster merchant domain remove flowers pay.shop.example
coster merchant storefront flowers --display-name "Flowers & Co" --country US --currency USD
coster merchant storefront flowers --json

coster merchant publishable-key create flowers
key=$(coster merchant publishable-key create flowers --bundle-id com.example.flowers)
coster merchant publishable-key create flowers --bundle-id com.example.flowers
coster merchant publishable-key list flowers
coster merchant publishable-key list flowers --json
coster() { command coster "${@/cpk_KEY/$key}"; }
coster merchant publishable-key remove flowers cpk_KEY
unset -f coster

coster order create flowers --amount 14.99 --currency USD --reference order-1001 --link
coster order list flowers
coster order list flowers --limit 5 --json
order=$(coster order list flowers | sed -n '$s/.*	//p')
coster() { command coster "${@/ord_Zm9yIHRoZSBzaG9wIG9mIHVz/$order}"; }
coster order show ord_Zm9yIHRoZSBzaG9wIG9mIHVz
coster order show ord_Zm9yIHRoZSBzaG9wIG9mIHVz --json
unset -f coster
