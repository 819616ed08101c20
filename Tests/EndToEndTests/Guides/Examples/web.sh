# A sandbox server works on ./coster-data.
page=http://127.0.0.1:8080$(coster order create sandbox --amount 1.00 --currency USD --reference verified --link)
coster() { command coster "${@/https:\/\/pay.example.com\/pay\/LINK/$page}" --sandbox; }
coster checkout verify https://pay.example.com/pay/LINK
coster checkout verify https://pay.example.com/pay/LINK --json
unset -f coster
