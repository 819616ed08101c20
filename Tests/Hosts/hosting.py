"""What the hosts of acquirers in this folder have in common: HTTP with bad manners, a control port, and a start."""

import argparse
import json
import os
import socket
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LATE_AT_MOST = 60


class Handler(BaseHTTPRequestHandler):
    """A connection to a host. A host names its own `content_type`, and answers in `do_POST`."""

    protocol_version = "HTTP/1.1"
    content_type = None
    ledger = None

    def log_message(self, *arguments):
        pass

    def head(self, status, length, headers=None):
        self.send_response(status)
        self.send_header("Content-Type", self.content_type)
        self.send_header("Content-Length", str(length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def reply(self, body, status=200, headers=None):
        body = body if isinstance(body, bytes) else body.encode("latin-1")
        self.head(status, len(body), headers)
        self.wfile.write(body)

    def reply_late(self, answer, status=200):
        self.ledger.late.wait(LATE_AT_MOST)
        self.reply(answer, status)

    def reply_half(self, answer, status=200):
        self.head(status, len(answer))
        self.wfile.write(answer[: len(answer) // 2].encode())
        self.drop()

    def reply_slowly(self, answer, status=200):
        self.head(status, len(answer.encode()))
        for byte in answer.encode():
            self.wfile.write(bytes([byte]))
            time.sleep(0.0001)

    def drop(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Control(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    ledger = None

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        with self.ledger.lock:
            body = json.dumps(self.ledger.state()).encode()
        self.send_response(200 if self.path == "/state" else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.ledger.late.set()
        self.send_response(204)
        self.end_headers()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024
    tls = None

    def finish_request(self, request, address):
        if self.tls is not None:
            request.settimeout(30)
            request = self.tls.wrap_socket(request, server_side=True)
        super().finish_request(request, address)

    def handle_error(self, request, address):
        """A client that refuses our certificate, or is gone, is part of the test."""


def serve(handler, ledger, tls=None):
    server = Server(("127.0.0.1", 0), type("Bound", (handler,), {"ledger": ledger}))
    server.tls = tls
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def main(name, handler, ledger):
    """Serves until the process that started this one is gone."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--client-roots", help="ask each client for a certificate from these")
    options = parser.parse_args()
    tls = None
    if options.certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.certificate, options.key)
        if options.client_roots:
            tls.load_verify_locations(options.client_roots)
            tls.verify_mode = ssl.CERT_REQUIRED
    port, control = serve(handler, ledger, tls), serve(Control, ledger)
    print(f"{name} host on {port}, control on {control}", flush=True)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)
