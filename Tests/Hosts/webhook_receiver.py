#!/usr/bin/env -S python3 -X utf8
"""A merchant's endpoint that gets events. What it answers depends on the path:

    /status/NNN        answers NNN
    /after/N/NNN       answers 500 to the first N requests, then NNN
    /redirect          redirects to /status/200
    /hang              takes the request and never answers
    /drip              sends its reply a byte a second
    /large             answers 200 with more than 64 kB
    /headers           sends header fields for ever
    /cut               closes the connection in the middle of its reply
    /random            answers, fails or hangs by chance

GET /received returns all requests as JSON. GET /count/PATH returns how many came to a path.

    webhook_receiver.py [--port N] [--certificate FILE --key FILE] [--log FILE]

It prints its port. A request is in the log before it is answered with 2xx, so that a receiver that is killed and started
again with the same log has lost nothing that it acknowledged.
"""
import argparse
import json
import os
import random
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

options = argparse.ArgumentParser()
options.add_argument("--port", type=int, default=0)
options.add_argument("--certificate")
options.add_argument("--key")
options.add_argument("--log")
options = options.parse_args()

lock = threading.Lock()
received = []
counts = {}


def keep(request):
    """Notes a request, durably if there is a log; returns how many came to its path before."""
    with lock:
        received.append(request)
        if log:
            log.write(json.dumps(request) + "\n")
            log.flush()
            os.fsync(log.fileno())
        counts[request["path"]] = counts.get(request["path"], 0) + 1
        return counts[request["path"]] - 1


class Endpoint(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with lock:
            if self.path == "/received":
                body = json.dumps(received)
            else:
                body = json.dumps(counts.get(self.path.removeprefix("/count"), 0))
        self.reply(200, body.encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        before = keep(
            {
                "path": self.path,
                "headers": {name.lower(): value for name, value in self.headers.items()},
                "body": body.decode("utf-8", "replace"),
            }
        )
        parts = self.path.split("?")[0].strip("/").split("/")
        kind = parts[0]
        if kind == "random":
            kind = random.choice(["status", "status", "fail", "hang"])
            parts = ["status", "200"]
        if kind == "fail":
            self.reply(503)
        elif kind == "status":
            self.reply(int(parts[1]))
        elif kind == "after":
            self.reply(500 if before < int(parts[1]) else int(parts[2]))
        elif kind == "redirect":
            self.reply(302, location="/status/200")
        elif kind == "hang":
            time.sleep(600)
        elif kind == "large":
            self.reply(200, b"a" * 70_000)
        else:
            self.misbehave(kind)

    def reply(self, status, body=b"", location=None):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        if location:
            self.send_header("location", location)
        self.end_headers()
        self.wfile.write(body)

    def misbehave(self, kind):
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        try:
            if kind == "headers":
                while True:
                    self.wfile.write(b"x-more: " + b"a" * 1_000 + b"\r\n")
            self.wfile.write(b"content-length: 1000\r\n\r\na")
            while kind == "drip":
                time.sleep(1)
                self.wfile.write(b"a")
        except OSError:
            pass


def end_with_parent(parent):
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
log = open(options.log, "a") if options.log else None
server = ThreadingHTTPServer(("127.0.0.1", options.port), Endpoint)
server.daemon_threads = True
server.handle_error = lambda *_: None
if options.certificate:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.certificate, options.key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
