"""A customer at a headless Chromium: a step a line in, what came of it a line out.

A step is a JSON array: its name and its arguments. The first step that fails ends the run, with {"error": …}. The last line has all
that the browser complained about: errors in the console, exceptions, and violations of the page's Content-Security-Policy.

Arguments: the browser's path, and the settings of the simulated Apple Pay as JSON. With COSTER_SCREENSHOTS=FOLDER the states are kept as
pictures.
"""

import json
import os
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

PATIENCE = 20_000
VIOLATIONS = """document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""
# Web Content Accessibility Guidelines 2.2, levels A and AA, and axe's own advice.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

expect.set_options(timeout=PATIENCE)
complaints = []


class Customer:
    def __init__(self, browser, simulator):
        self.browser, self.simulator = browser, simulator
        self.page, self.tabs, self.held = None, [], []

    def open(self, address, width=1000, height=800, scheme="light"):
        context = self.browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(VIOLATIONS + f"window.ApplePaySimulator = {self.simulator};")
        self.page = context.new_page()
        self.page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        self.page.on("pageerror", lambda error: complaints.append(str(error)))
        self.tabs.append(self.page)
        self.page.goto(address)

    def turn(self, number):
        """Turns to the tab that was opened at this place, counted from 0."""
        self.page = self.tabs[number]

    def press(self, name):
        self.button(name).click()

    def press_twice(self, name):
        self.button(name).dblclick()

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def enabled(self, name):
        expect(self.button(name)).to_be_enabled()

    def key(self, name):
        self.page.keyboard.press(name)

    def check(self, label):
        self.page.get_by_label(label).check()

    def choose(self, label, value):
        self.page.get_by_label(label, exact=True).select_option(value)

    def fill(self, label, text):
        field = self.page.get_by_label(label, exact=True)
        field.fill(text)
        field.press("Enter")

    def set(self, name, value):
        self.page.evaluate("([name, value]) => { window.ApplePaySimulator[name] = value; }", [name, value])

    def see(self, selector, text=None):
        found = self.page.locator(selector)
        expect(found).to_be_visible()
        if text is not None:
            expect(found).to_contain_text(text)

    def gone(self, selector):
        expect(self.page.locator(selector)).to_have_count(0)

    def hold(self, path):
        """Lets requests through to the server, and keeps its replies from the page until `release`."""
        self.page.route(f"**{path}", lambda route: self.held.append((route, route.fetch())))

    def held_reply(self):
        """Waits until a reply is held."""
        while not self.held:
            self.page.wait_for_timeout(20)

    def refuse(self, code):
        """Refuses to pay in the server's place, as it does in an hour or after ten tries."""
        body = {"code": code, "message": "Refused by the test."}
        self.page.route("**/applepay/pay", lambda route: route.fulfill(status=409, json=body))

    def tamper(self, path, find, replace):
        """Loads the page again with another text in it, as an extension of the browser can."""
        def change(route):
            reply = route.fetch()
            route.fulfill(response=reply, body=reply.text().replace(find, replace))

        self.page.route(f"**{path}", change)
        self.page.reload()

    def complained(self, start):
        """Waits until the browser has complained of something."""
        for _ in range(PATIENCE // 20):
            if any(complaint.startswith(start) for complaint in complaints):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"no complaint begins with {start}")

    def release(self):
        for route, reply in self.held:
            route.fulfill(response=reply)

    def reload(self):
        self.page.unroute_all()
        self.page.reload()

    def construct(self, version, request):
        """What becomes of a session's constructor in a click: "made", or the error's name."""
        self.page.locator("h1").click()
        return self.page.evaluate("""([version, request]) => {
            try {
                new ApplePaySession(version, request);
                return "made";
            } catch (error) {
                return error.name;
            }
        }""", [version, json.loads(request)])

    def call(self, expression):
        """A value of the page's, as text."""
        return str(self.page.evaluate(expression))

    def open_first(self, selector):
        self.page.locator(selector).first.click()

    def text(self, selector):
        return self.page.locator(selector).inner_text()

    def audit(self, name):
        """The faults of the page as it is, and a picture of it."""
        if folder := os.environ.get("COSTER_SCREENSHOTS"):
            self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)
        found = Axe().run(self.page, options=RULES).response["violations"]
        faults = [f"{fault['id']}: {node['target']}" for fault in found for node in fault["nodes"]]
        if faults:
            raise AssertionError(f"{name}: {faults}")


def main():
    program, simulator = sys.argv[1:3]
    with sync_playwright() as playwright:
        # Root, as in a container, has no sandbox of processes.
        flags = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        customer = Customer(browser, simulator)
        for line in sys.stdin:
            name, *arguments = json.loads(line)
            try:
                value = getattr(customer, name)(*arguments)
            except (AssertionError, Error) as error:
                print(json.dumps({"error": f"{name} {arguments}: {error}"[:1500]}))
                if customer.page and (folder := os.environ.get("COSTER_SCREENSHOTS")):
                    customer.page.screenshot(path=f"{folder}/failed.png")
                break
            print(json.dumps({"value": value}))
        print(json.dumps({"complaints": complaints}))
        browser.close()


main()
