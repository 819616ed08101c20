"""The suites: how each is known, what is changed in its copy, and which tests run.

On Debian: php-cli php-curl php-xml phpunit php-phpseclib3 php-guzzlehttp-guzzle ruby ruby-test-unit ruby-mocha
ruby-activesupport ruby-nokogiri ruby-builder ruby-libxml ruby-crack ruby-net-sftp libbusiness-onlinepayment-perl
libbusiness-creditcard-perl libclone-perl libmodule-runtime-perl mocha node-chai. Vantiv's Ruby SDK also needs xml-object,
xml-mapping and iostreams 1, Radial's PHP SDK needs Requests 1, and Business::OnlinePayment::CardConnect needs
Log::Scrubber.
"""
import re
from dataclasses import dataclass, field
from typing import Callable

from client_suites import runners
from client_suites.sandbox import MERCHANT, SECRET, USER


@dataclass
class Suite:
    """A suite of a public client."""

    name: str
    # A file that only this client's checkout has.
    marker: str
    run: Callable
    # The test files, as patterns, and those of them that are left out.
    tests: list[str]
    left_out: str = "$^"
    # Files that are written, and what is replaced in others: by pattern, regular expressions and their replacements.
    files: dict[str, str] = field(default_factory=dict)
    changes: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)

    def without(self, stem):
        return re.search(self.left_out, stem, re.IGNORECASE) is not None


# What Coster doesn't serve, batches by file, and tests without a server.
NOT_SERVED = (
    r"echeck|gift|activat|load|balance|plan|subscription|funding|fraud|deposit|batch|refund\w*reversal"
    r"|ResponseProcessor|CnpRequest|translate|ctx|commManager|configuration|pgp|override|litle_requests|ts_all")

VANTIV_INI = """user = sandbox
password = sandbox-vantiv
currency_merchant_map[DEFAULT] = 0180
url = http://{address}/sandbox/communicator/online
reportGroup = Default Report Group
proxy =
timeout = 65
""" + "".join(f"{name} =\n" for name in (
    "cnp_requests_path", "batch_requests_path", "sftp_username", "sftp_password", "batch_url",
    "tcp_port", "tcp_ssl", "tcp_timeout", "print_xml", "vantivPublicKeyID", "gpgPassphrase", "useEncryption",
    "deleteBatchFiles", "multiSite", "multiSiteErrorThreshold", "maxHoursWithoutSwitch", "printMultiSiteDebug",
    "multiSiteUrl1", "multiSiteUrl2"))

VANTIV_YML = """user: sandbox
password: sandbox-vantiv
currency_merchant_map: {DEFAULT: '0180'}
default_report_group: Default Report Group
url: http://{address}/sandbox/communicator/online
timeout: 65
"""

# The merchant of the requests, and the types that PHPUnit 9 wants.
PHP = [
    (r"('merchantId' => ')101", r"\g<1>0180"),
    (r"function (?:setUp|setUpBeforeClass|tearDown|tearDownAfterClass)\(\)(?!\s*:)", r"\g<0>: void")]

ACTIVE_MERCHANT = "lib/active_merchant/billing/gateways/litle.rb"

SUITES = [
    Suite(
        "Vantiv PHP SDK, certification", "cnp/sdk/CnpOnlineRequest.php", runners.phpunit,
        ["cnp/sdk/Test/certification/*.php"], NOT_SERVED,
        {"cnp/sdk/cnp_SDK_config.ini": VANTIV_INI},
        {"cnp/sdk/Test/certification/*.php": [
            *PHP, (r"https://payments\.vantivprelive\.com/vap", "http://{address}/sandbox")]}),
    Suite(
        "Vantiv PHP SDK, functional", "cnp/sdk/CnpOnlineRequest.php", runners.phpunit,
        ["cnp/sdk/Test/functional/*.php"], NOT_SERVED,
        {"cnp/sdk/cnp_SDK_config.ini": VANTIV_INI}, {"cnp/sdk/Test/functional/*.php": PHP}),
    Suite(
        "Vantiv Ruby SDK, functional", "lib/CnpOnlineRequest.rb", runners.test_unit,
        ["test/functional/test_*.rb"], NOT_SERVED,
        {".cnp_SDK_config.yml": VANTIV_YML}, {"test/functional/*.rb": [(r"(merchantId' ?=> ?')\d+", r"\g<1>0180")]}),
    Suite(
        "ActiveMerchant, Litle", ACTIVE_MERCHANT, runners.test_unit, ["test/remote/gateways/remote_litle_test.rb"],
        changes={
            ACTIVE_MERCHANT: [(r"https://www\.testvantivcnp\.com", "http://{address}")],
            "test/fixtures.yml": [
                (r"(?<=^litle:\n)(?:  .*\n)+",
                 f"  login: {USER}\n  password: {SECRET}\n  merchant_id: '{MERCHANT}'\n")]}),
    Suite(
        "ActiveMerchant, CardConnect", ACTIVE_MERCHANT, runners.test_unit,
        ["test/remote/gateways/remote_card_connect_test.rb"],
        changes={"lib/active_merchant/billing/gateways/card_connect.rb": [
            (r"https://fts-uat\.cardconnect\.com", "http://{address}")]}),
    Suite(
        "Radial PHP SDK", "src/eBayEnterprise/RetailOrderManagement/Api/HttpApi.php", runners.phpunit,
        ["RadialTest.php"], files={"RadialTest.php": runners.HERE.joinpath("radial.php").read_text()}),
    Suite(
        "Radial PHP SDK, events", "src/eBayEnterprise/RetailOrderManagement/Api/HttpApi.php", runners.phpunit,
        ["RadialEventTest.php"],
        files={"RadialEventTest.php": runners.HERE.joinpath("radial_events.php").read_text().replace(
            "{notices}", str(runners.HERE.parents[1] / "Tests/RadialTests/Notices"))}),
    Suite(
        "HHK, notifications of InstaMed", "classes/Payment/PaymentGateway/Instamed/Connect/WebhookResponse.php",
        runners.phpunit, ["InstaMedEventTest.php"],
        files={"InstaMedEventTest.php": runners.HERE.joinpath("instamed_events.php").read_text().replace(
            "{notices}", str(runners.HERE.parents[1] / "Tests/InstaMedTests/Notices"))}),
    Suite(
        "Dewbud, CardConnect", "src/CardPointe.php", runners.phpunit, ["tests/Feature/*Test.php"],
        changes={"tests/Feature/*Test.php": [(r"https://fts-uat\.cardconnect\.com", "http://{address}")]}),
    Suite(
        "CardConnect's Node client", "cardconnect/api_requestor.js", runners.mocha, ["cardconnect/test/*.js"],
        changes={
            "cardconnect/api_requestor.js": [(r'"https"', '"http"')],
            "cardconnect/test/*.js": [(r"fts\.cardconnect\.com", "{host}"), (r"\b6443\b", "{port}")]}),
    Suite(
        "Business::OnlinePayment::CardConnect", "lib/Business/OnlinePayment/CardConnect.pm", runners.perl, ["t/*.t"],
        changes={"lib/Business/OnlinePayment/CardConnect.pm": [
            (r"https://(?='\.)", "http://"), (r"fts\.cardconnect\.com:6443", "{address}")]},
        environment={
            "PERL_CARDCONNECT_USERNAME": "testing", "PERL_CARDCONNECT_PASSWORD": "testing123",
            "PERL_CARDCONNECT_MID": "496160873888"}),
]
