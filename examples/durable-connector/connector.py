"""A bank connector (docs/bank-connector.md): the bus, and the work that goes on without being asked."""
import asyncio, importlib, json, os, signal, sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nats
from nats.errors import Error as NatsError

from customers import Customers
from factors import Factors
from feed import Feed
from orders import Orders
from outbox import Outbox
from psus import Psus
from store import Store
from wire import CODES, REQUESTS, Refusal, parse

QUEUE_GROUP = "bank"
AT_ONCE_MAX = 200  # More than these wait too long: they are refused, and asked again.
SANDBOX = {"bank.readInbox": {"psuId": str}, "bank.answerDevice": {"psuId": str, "authorisationId": str, "approve": bool}}


class Connector:
    def __init__(self, client, folder, core):
        self.client, self.core_module = client, core
        self.store, self.core, self.customers = Store(folder), core.Core(folder), Customers(folder)
        self.orders, self.feed = Orders(self.store, self.core), Feed(self.store, self.core)
        self.factors, self.outbox = Factors(self.store, self.customers), Outbox(client, self.store)
        self.psus = Psus(self.customers, self.core)
        self.ordered, self.answers, self.background, self.subscriptions = asyncio.Event(), set(), [], []
        self.operations = {
            "bank.identifyPsu": self.psus.identify,
            "bank.readSigningRules": self.psus.signing_rules,
            "bank.checkExemption": self.psus.exemption,
            "bank.verifyPassword": lambda asked: self.customers.verify_password(asked["psuId"], asked["password"]),
            "bank.sendChallenge": self.factors.send,
            "bank.verifyChallenge": self.factors.verify,
            "bank.withdrawChallenge": self.factors.withdraw,
            "bank.checkFunds": self.orders.check_funds,
            "bank.submitPayment": self.orders.submit,
            "bank.putStandingOrder": self.orders.put_standing_order,
            "bank.withdrawPayment": self.orders.withdraw,
        }
        self.forms = dict(REQUESTS)
        if os.environ.get("SANDBOX") == "true":  # For tests: what the telephone shows, and the device of the PSU.
            self.forms.update(SANDBOX)
            self.operations["bank.readInbox"] = lambda asked: {"messages": self.customers.inbox(asked["psuId"])}
            self.operations["bank.answerDevice"] = self.factors.answer_device

    async def start(self):
        """First what the last process left, then new work."""
        await asyncio.to_thread(self.factors.deliver)
        await asyncio.to_thread(self.feed.tell_accounts)
        if "--tell-again" in sys.argv:
            await asyncio.to_thread(self.feed.tell_again)
        for work in (self.outbox.run, self.execute, self.follow):
            self.background.append(asyncio.create_task(self.kept_up(work)))
        for subject in self.operations:
            self.subscriptions.append(await self.client.subscribe(subject, QUEUE_GROUP, cb=self.receive))

    async def stop(self):
        """Takes nothing more, and answers what it took."""
        if self.client.is_connected:
            for subscription in self.subscriptions:
                await subscription.drain()
        if self.answers:
            await asyncio.wait(self.answers, timeout=10)

    async def receive(self, message):
        task = asyncio.create_task(self.answer(message))  # For each: one that is slow keeps no other waiting.
        self.answers.add(task)
        task.add_done_callback(self.answers.discard)

    async def answer(self, message):
        started, headers = time.time(), message.headers or {}
        deadline = float(headers.get("Xs2a-Deadline", "inf")) / 1000
        if deadline <= started:
            return  # Nobody waits any more.
        try:
            if len(self.answers) > AT_ONCE_MAX:
                raise Refusal("overloaded")
            request = parse(message.data, self.forms[message.subject])
            reply, refused = await asyncio.to_thread(self.operations[message.subject], request), None
        except Refusal as fault:
            refused = fault
        except self.core_module.CoreAway:
            refused = Refusal("serviceUnavailable")
        except Exception as fault:
            refused = Refusal("internalError")
            print("internal error", message.subject, repr(fault), flush=True)  # No detail of it leaves the bank.
        more = {}
        if refused:
            reply = {"refusal": refused.word, **({"path": refused.path} if refused.path else {})}
            more = {"headers": {"Nats-Service-Error": refused.word, "Nats-Service-Error-Code": CODES[refused.word]}}
        if time.time() < deadline:
            await self.client.publish(message.reply, json.dumps(reply).encode(), **more)
        self.ordered.set()
        self.outbox.changed.set()
        # One line for each request, without personal data.
        about = {"operation": message.subject, "requestId": headers.get("X-Request-ID")}
        how = {"outcome": refused.word if refused else "done", "ms": round((time.time() - started) * 1000)}
        print(json.dumps({**about, **how}), flush=True)

    async def execute(self):
        """Orders in their sequence, those of a killed process first."""
        while True:
            self.ordered.clear()
            for payment_id in await asyncio.to_thread(self.orders.open):
                if await self.tried(self.orders.execute, payment_id):
                    await self.tried(self.feed.take_delta)
                self.outbox.changed.set()
            await self.woken(self.ordered, 1)

    async def follow(self):
        """What else happens in the core system: other channels book too, and accounts change."""
        while True:
            await self.tried(self.feed.take_delta)
            await self.tried(self.feed.tell_accounts)
            await self.tried(self.factors.forget)
            self.outbox.changed.set()
            await asyncio.sleep(float(os.environ.get("POLL_SECONDS", "2")))

    async def kept_up(self, work):
        while True:
            try:
                await work()
            except Exception as fault:
                print("begun anew:", repr(fault), flush=True)
                await asyncio.sleep(1)

    async def tried(self, work, *values):
        try:
            await asyncio.to_thread(work, *values)
            return True
        except Exception as fault:
            print("tried again in a moment:", repr(fault), flush=True)
            await asyncio.sleep(0.2)
            return False

    async def woken(self, event, seconds):
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except asyncio.TimeoutError:
            pass


async def end(connector, client):
    await connector.stop()
    await client.drain()


async def cancel_all():
    """Cancels what still runs, and once more where that was lost: `asyncio.wait_for` can lose it before Python 3.12."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in others:
            task.cancel()
        await asyncio.wait(others, timeout=0.1)


async def main():
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for ending in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(ending, stop.set)
    loop.set_default_executor(ThreadPoolExecutor(16))
    folder = Path(os.environ.get("DATA", "data"))
    folder.mkdir(parents=True, exist_ok=True)
    client = await nats.connect(
        os.environ.get("NATS_URL", "nats://127.0.0.1:4222"),
        name="durable-connector",
        inbox_prefix="_INBOX_bank",  # Its own, so that its user hears nobody else's answers.
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,
    )
    connector = Connector(client, folder, importlib.import_module(os.environ.get("CORE", "core")))
    await connector.start()
    await client.flush()  # The server knows what is served: from now on nobody is told that nobody listens.
    print("connector ready", flush=True)
    await stop.wait()
    try:
        await asyncio.wait_for(end(connector, client), 10)
    except (NatsError, OSError, asyncio.TimeoutError):
        await cancel_all()  # The bus is away: nobody waits for answers, and what is to be told is stored.


if __name__ == "__main__":
    asyncio.run(main())
