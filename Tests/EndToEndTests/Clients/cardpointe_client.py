"""Drives a server with CardPointe's API client for Python: a call a line in, what the client made of the reply a line out.

A value "@N.NAME" stands for the member NAME of the reply to line N, counted from 0.
Arguments: the server's address, the user, the password and the merchid.
"""

import json
import sys

from cardpointe import client
from cardpointe.cardsecure.api import CardSecureAPI
from cardpointe.exceptions import ApiError
from cardpointe.gateway.api import GatewayAPI

url, user, password, merchid = sys.argv[1:5]
site = "tests"
request = client.requests.request


def here(method, address, **arguments):
    """Sends to the server what is meant for the site."""
    return request(method, address.replace(f"https://{site}.cardconnect.com", url), **arguments)


client.requests.request = here
credentials = {"site": site, "merchant_id": merchid, "username": user, "password": password}
apis = {"gateway": GatewayAPI(**credentials), "cardsecure": CardSecureAPI(**credentials)}


def filled(value, replies):
    """The value with what stands for earlier replies filled in."""
    if isinstance(value, dict):
        return {name: filled(item, replies) for name, item in value.items()}
    if isinstance(value, str) and value.startswith("@"):
        line, _, name = value[1:].partition(".")
        return replies[int(line)].get(name)
    return value


replies = []
for line in sys.stdin:
    api, resource, call, arguments = json.loads(line)
    try:
        told = getattr(getattr(apis[api], resource), call)(**filled(arguments, replies))
        if isinstance(told, list):
            told = {"count": str(len(told)), "first": told[0] if told else None}
    except ApiError as error:
        told = {"error": str(error), "status": error.response.status_code}
    replies.append(told)
    print(json.dumps(told), flush=True)
