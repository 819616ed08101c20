"""What Cybersource's own client for Python says of our requests.

    cybersource_client.py read FILE...    reads each document into the client's classes, and fails for a field that none has
    cybersource_client.py sign MERCHANT KEY SECRET HOST DATE PATH BODY
                                          prints the client's Signature and Digest

A file has the path in its first line, and the document in its second.
"""

import importlib
import json
import re
import sys
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

from authenticationsdk.http.HTTPSignatureToken import HTTPSignatureToken
from authenticationsdk.payloaddigest.PayLoadDigest import DigestAndPayload

CLASSES = [
    ("/pts/v2/payments", "CreatePaymentRequest"),
    ("/pts/v2/credits", "CreateCreditRequest"),
    ("/pts/v2/payments/[0-9]+/captures", "CapturePaymentRequest"),
    ("/pts/v2/payments/[0-9]+/reversals", "AuthReversalRequest"),
    ("/pts/v2/captures/[0-9]+/refunds", "RefundCaptureRequest"),
    ("/pts/v2/captures/[0-9]+/voids", "VoidCaptureRequest"),
    ("/pts/v2/refunds/[0-9]+/voids", "VoidRefundRequest"),
    ("/pts/v2/credits/[0-9]+/voids", "VoidCreditRequest"),
    ("/pts/v2/reversals", "MitReversalRequest"),
    ("/pts/v2/voids", "MitVoidRequest"),
    ("/tss/v2/searches", "CreateSearchRequest"),
]
PLAIN = {"str": str, "bool": bool, "int": int}

# The package itself imports its client of HTTP, which isn't installed; its models need nothing.
package = ModuleType("CyberSource")
package.__path__ = list(find_spec("CyberSource").submodule_search_locations)
sys.modules["CyberSource"] = package


def model(name):
    """A class of the client."""
    models = importlib.import_module("CyberSource.models")
    if hasattr(models, name):
        return getattr(models, name)
    module = re.sub("(?<!^)(?=[A-Z])", "_", name).lower()
    return getattr(importlib.import_module(f"CyberSource.models.{module}"), name)


def read(value, kind, place):
    """Makes an object of the class from the value, member by member."""
    if kind in PLAIN:
        if type(value) is not PLAIN[kind]:
            raise SystemExit(f"{place} is no {kind}")
        return value
    made = model(kind)()
    names = {wire: attribute for attribute, wire in made.attribute_map.items()}
    for key, member in value.items():
        if key not in names:
            raise SystemExit(f"{place}.{key} is missing in {kind}")
        setattr(made, names[key], read(member, made.swagger_types[names[key]], f"{place}.{key}"))
    return made


def main(verb, *arguments):
    if verb == "read":
        for file in arguments:
            with open(file, encoding="utf-8") as lines:
                path, body = lines.read().splitlines()
            kind = next(kind for pattern, kind in CLASSES if re.fullmatch(pattern, path))
            read(json.loads(body), kind, path)
        return
    merchant, key, secret, host, date, path, body = arguments
    configuration = SimpleNamespace(
        merchant_keyid=key, merchant_secretkey=secret, merchant_id=merchant, request_host=host, use_metakey=False)
    token = HTTPSignatureToken()
    token.http_signature_token(configuration, date, "POST", path, body)
    print(token.get_token())
    print("SHA-256=" + DigestAndPayload().string_digest_generation(body).decode())


main(*sys.argv[1:])
