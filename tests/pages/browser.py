"""A real Chromium over its debugging pipe: opens a page from disk, moves the mouse, asks for values, keeps errors."""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    def __init__(self, width=1200, height=800, dark=False):
        if not PROGRAM:
            print("chromium is not here: skipped")
            sys.exit(77)
        self.folder = tempfile.mkdtemp(prefix="multirate-browser-")
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()

        def take_pipes():  # the browser reads from 3 and writes to 4
            a, b = os.dup(to_child), os.dup(from_child)
            os.dup2(a, 3)
            os.dup2(b, 4)

        # as root, and in containers, there is no sandbox; WebGL is drawn by the processor
        self.process = subprocess.Popen(
            [PROGRAM, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
             "--user-data-dir=" + self.folder],
            env={**os.environ, "HOME": self.folder, "XDG_CONFIG_HOME": self.folder},  # its reports of crashes, too
            preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.number = 0
        self.buffer = b""
        self.errors = []
        target = self.call("Target.createTarget", {"url": "about:blank"}, None)["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True}, None)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.call("Emulation.setEmulatedMedia",
                  {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def message(self):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_end], [], [], 300)
            if not ready:
                raise RuntimeError("the browser does not answer")
            piece = os.read(self.read_end, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        method, values = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.errors.append(values["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "assert"):
            self.errors.append(str(values["args"]))
        return message

    def call(self, method, values=None, session=True):
        self.number += 1
        request = {"id": self.number, "method": method, "params": values or {}}
        if session is not None:
            request["sessionId"] = self.session
        os.write(self.write_end, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(method + ": " + answer["error"]["message"])
                return answer["result"]

    def open(self, path):
        self.call("Page.navigate", {"url": "file://" + os.path.abspath(path)})
        self.until("document.readyState === 'complete' && typeof Page !== 'undefined' && Page.panes.length > 0")
        self.settle()

    def value(self, expression):
        result = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise RuntimeError(expression + ": " + json.dumps(result["exceptionDetails"])[:300])
        return result["result"].get("value")

    def settle(self):
        """two pictures later everything that was asked for is drawn"""
        self.value("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(r))))")

    def until(self, expression):
        for _ in range(6000):
            try:
                if self.value(expression):
                    return
            except RuntimeError as why:
                if "does not answer" in str(why) or "ended" in str(why):
                    raise
            time.sleep(0.05)
        raise RuntimeError("never came true: " + expression)

    def place(self, selector, x=0.5, y=0.5):
        box = self.value(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                         " return [b.left, b.top, b.width, b.height]; })()")
        return box[0] + x * box[2], box[1] + y * box[3]

    def mouse(self, kind, at, **more):
        self.call("Input.dispatchMouseEvent", {"type": kind, "x": at[0], "y": at[1], **more})

    def click(self, selector, x=0.5, y=0.5):
        at = self.place(selector, x, y)
        self.mouse("mousePressed", at, button="left", clickCount=1)
        self.mouse("mouseReleased", at, button="left", clickCount=1)
        self.settle()

    def drag(self, start, end, modifiers=0):
        self.mouse("mousePressed", start, button="left", buttons=1, clickCount=1, modifiers=modifiers)
        for i in range(1, 6):
            self.mouse("mouseMoved", (start[0] + (end[0] - start[0]) * i / 5, start[1] + (end[1] - start[1]) * i / 5),
                       button="left", buttons=1, modifiers=modifiers)
        self.mouse("mouseReleased", end, button="left", clickCount=1, modifiers=modifiers)
        self.settle()

    def wheel(self, at, amount, modifiers=0):
        self.mouse("mouseWheel", at, deltaX=0, deltaY=amount, modifiers=modifiers)
        self.settle()

    def picture(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def close(self):
        try:
            self.call("Browser.close", None, None)
        except RuntimeError:
            pass
        os.close(self.write_end)
        os.close(self.read_end)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
