# A sandbox server works on ./coster-data. A receiver that takes everything listens at port 3000 of the page.
coster merchant create flowers --apple-merchant-id merchant.com.example.flowers
exits 65 coster webhook create --merchant flowers --url https://shop.example/webhooks
python3 -c '
import http.server
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()
host, port = "127.0.0.1:3000".split(":")
http.server.HTTPServer((host, int(port)), Receiver).serve_forever()
' > receiver.log 2>&1 & receiver=$!
trap 'kill "$receiver"' EXIT
coster webhook create --merchant sandbox --url http://127.0.0.1:3000/ --events payment.captured,payment.refunded --json
id=$(coster webhook list | sed -n '2s/	.*//p')
until grep -q . receiver.log; do coster webhook test "$id" || sleep 0.1; done
coster pay vantiv --capture --refund 5.00
payment=$(coster payments | sed -n '$s/.*	//p')
coster() {
    local words=("${@/wh_4f2ksd81mzq07ahx3c9t/$id}")
    command coster "${words[@]/0199c2a5d3f04a8f8f3a6d1e2b4c5d6e/$payment}"
}
coster webhook list
coster webhook list --json
coster webhook show wh_4f2ksd81mzq07ahx3c9t
coster webhook show wh_4f2ksd81mzq07ahx3c9t --json
coster webhook test wh_4f2ksd81mzq07ahx3c9t
coster webhook test wh_4f2ksd81mzq07ahx3c9t --json
coster webhook deliveries
coster webhook deliveries --endpoint wh_4f2ksd81mzq07ahx3c9t --state exhausted --json
coster webhook deliveries --event evt_0199c2a5d3f04a8f8f3a6d1e2b4c5d6e_1
coster webhook deliveries --payment 0199c2a5d3f04a8f8f3a6d1e2b4c5d6e
coster webhook resend evt_0199c2a5d3f04a8f8f3a6d1e2b4c5d6e_1
coster webhook resend --failed --since 2026-11-20T00:00:00Z
coster webhook resend --failed --since 2026-11-20T00:00:00Z --endpoint wh_4f2ksd81mzq07ahx3c9t
coster webhook rotate wh_4f2ksd81mzq07ahx3c9t
coster webhook rotate wh_4f2ksd81mzq07ahx3c9t --overlap-hours 72 --ed25519
coster webhook disable wh_4f2ksd81mzq07ahx3c9t
coster webhook enable wh_4f2ksd81mzq07ahx3c9t
coster webhook remove wh_4f2ksd81mzq07ahx3c9t
