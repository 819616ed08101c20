// A receiver of Coster's events: WEBHOOK_SECRET=whsec_… node receiver.mjs 3000
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = Buffer.from(process.env.WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const tolerance = 300;
const seen = new Set(); // in a database, beside what the events change

function isGenuine(headers, body) {
    const { "webhook-id": event = "", "webhook-timestamp": sent = "" } = headers;
    if (!/^\d+$/.test(sent) || Math.abs(Date.now() / 1000 - Number(sent)) > tolerance) return false;
    const code = createHmac("sha256", secret).update(`${event}.${sent}.`).update(body).digest("base64");
    const expected = Buffer.from(`v1,${code}`);
    return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
        const given = Buffer.from(signature);
        return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
    const event = JSON.parse(body);
    // An event may come twice.
    if (!seen.has(event.id)) {
        seen.add(event.id);
        console.log(event.type, event.id);
    }
    response.writeHead(204).end();
}).listen(Number(process.argv[2]), "127.0.0.1");
