"""Drives a server with Vantiv's own SDK: a transaction a line in, what the SDK made of the reply a line out.

The SDK's object mode checks each reply against its schema, so whatever is printed as a reply was valid.
A value "@N.NAME" stands for the element NAME of the reply to line N, counted from 0.
Arguments: the server's address, the user, the password and the merchantId.
"""

import json
import sys

import xmltodict
from vantivsdk import online, utils


def plain(value):
    """The value without the namespace prefixes of its names."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name.split(":")[-1]: plain(item) for name, item in value.items()}


def find(value, name):
    """The first element of that name."""
    if isinstance(value, dict):
        if name in value:
            return value[name]
        for item in value.values():
            found = find(item, name)
            if found is not None:
                return found
    return None


def filled(value, replies):
    """The value with what stands for earlier replies filled in."""
    if isinstance(value, dict):
        return {name: filled(item, replies) for name, item in value.items()}
    if isinstance(value, str) and value.startswith("@"):
        line, _, name = value[1:].partition(".")
        return find(replies[int(line)], name)
    return value


url, user, password, merchant = sys.argv[1:5]
conf = utils.Configuration(
    {"url": url, "user": user, "password": password, "merchantId": merchant, "reportGroup": "sdk"}
)
replies = []
for line in sys.stdin:
    try:
        reply = online.request(filled(json.loads(line), replies), conf, "object")
        told = plain(xmltodict.parse(reply.toxml("utf-8")))
    except utils.VantivException as error:
        told = {"error": str(error)}
    except Exception as error:  # What the SDK's validation throws has no common type.
        told = {"invalid": f"{type(error).__name__}: {error}"}
    replies.append(told)
    print(json.dumps(told), flush=True)
