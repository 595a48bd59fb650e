"""
Kills the connector with SIGKILL at every step, starts it again, and demands that nothing is lost and nothing is doubled.

    NATS_SERVER=nats-server PYTHONPATH=packages python3 crash_test.py [--every 1] [--story payment]

DATA is a folder with a core system that takes long to set up, if there is one: it is copied.

A step is the moment before or after a transaction ends, or before or after a message leaves. Each step is tried on a fresh
copy of the same data: the process is killed there, and the next one must end the story. Run it on your own connector too:
replace nothing here but the stories.
"""
import argparse, asyncio, json, os, shutil, signal, sqlite3, subprocess, sys, tempfile, time, uuid
from collections import Counter
from pathlib import Path

import nats
from nats.errors import Error as NatsError

HERE, PSU, ACCOUNT = Path(__file__).parent, "psu-ana", "HR1699900131100000019"
BODY = {
    "endToEndIdentification": "CRASH-1", "debtorAccount": {"iban": ACCOUNT}, "creditorName": "Ivo Marić",
    "instructedAmount": {"currency": "EUR", "amount": "12.50"}, "creditorAccount": {"iban": "HR9199900131100000027"},
}


def child(at):
    """The connector, with a step counted at each end of a transaction and each message from the first request on."""
    import connector
    count = {"armed": False, "steps": 0}

    def step():
        count["steps"] += count["armed"]
        if count["armed"] and count["steps"] == at:
            os.kill(os.getpid(), signal.SIGKILL)

    class Counting(sqlite3.Connection):
        def execute(self, statement, *values):
            ends = statement == "COMMIT"
            if ends:
                step()
            try:
                return super().execute(statement, *values)
            finally:
                if ends:
                    step()

    def stepping(send):
        async def counted(*values, **more):
            step()
            try:
                return await send(*values, **more)
            finally:
                step()
        return counted

    connect, answer = sqlite3.connect, connector.Connector.answer
    sqlite3.connect = lambda *values, **more: connect(*values, **{"factory": Counting, **more})

    async def armed(self, message):
        count["armed"] = True
        await answer(self, message)

    connector.Connector.answer = armed
    for name in ("publish", "request"):
        setattr(nats.aio.client.Client, name, stepping(getattr(nats.aio.client.Client, name)))
    asyncio.run(connector.main())


class Service:
    """The other end: asks again what was not answered, as the outbox of the service does, and takes what is told."""

    def __init__(self, url, folder):
        self.url, self.folder, self.told, self.process = url, folder, [], None

    async def connect(self):
        self.client = await nats.connect(self.url)
        for subject in ("accounts.*", "payments.*", "sca.*"):
            await self.client.subscribe(subject, cb=self.hear)
        await self.client.flush()

    async def hear(self, message):
        self.told.append((message.subject, json.loads(message.data)))
        await message.respond(b"{}")

    def start(self, at=0):
        environment = {**os.environ, "NATS_URL": self.url, "DATA": str(self.folder), "SANDBOX": "true", "POLL_SECONDS": "60"}
        command = [sys.executable, "-B", __file__, "--child", str(at)] if at else [sys.executable, "-B", "connector.py"]
        self.process = subprocess.Popen(command, cwd=HERE, env=environment, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "connector ready" in line:
                return
        raise SystemExit("the connector ended before it was ready")

    def end(self):
        """Nothing is done in order at the end either."""
        self.process.kill()
        self.process.stdout.close()
        return self.process.wait()

    async def ask(self, subject, request):
        while True:
            headers = {"Xs2a-Deadline": str(int(time.time() * 1000) + 3000)}
            sent = self.client.request(subject, json.dumps(request).encode(), timeout=3, headers=headers)
            asked = asyncio.ensure_future(sent)
            while not asked.done() and self.process.poll() is None:
                await asyncio.sleep(0.01)
            if not asked.done():
                asked.cancel()
            else:
                try:
                    answer = await asked
                    assert "Nats-Service-Error" not in (answer.headers or {}), answer.data
                    return json.loads(answer.data)
                except NatsError:
                    pass
            if self.process.poll() is not None:
                self.start()  # As a supervisor does; this one lives.

    async def until(self, happened, what):
        ends = time.time() + 60  # A busy machine is no fault.
        while not happened():
            assert time.time() < ends, f"never: {what}"
            if self.process.poll() is not None:
                self.start()
            await asyncio.sleep(0.02)

    def rows(self, file, query, *values):
        with sqlite3.connect(self.folder / file) as connection:
            return connection.execute(query, values).fetchall()

    def of(self, subject):
        return [message for name, message in self.told if name == subject]

    async def quiet(self):
        await self.until(lambda: not self.rows("connector.db", "SELECT 1 FROM outbox"), "the outbox is empty")
        assert not self.rows("connector.db", "SELECT 1 FROM set_aside"), "something was set aside"


async def payment(service):
    """A payment between two accounts of the bank: booked once, reported to its end, both entries and balances told."""
    payment_id = str(uuid.uuid4())
    order = {
        "paymentId": payment_id, "paymentService": "payments", "paymentProduct": "sepa-credit-transfers", "psuId": PSU,
        "body": BODY,
    }
    assert await service.ask("bank.submitPayment", order) == {"accepted": True}

    def entries():
        return [entry for part in service.of("accounts.putTransactions") for entry in part["transactions"]]

    def balances():
        told = service.of("accounts.putBalances")
        return {one["bankAccountId"]: one["balances"][0]["balanceAmount"]["amount"] for one in told}

    def statuses():
        return [report["transactionStatus"] for report in service.of("payments.reportExecution")]

    await service.until(lambda: "ACSC" in statuses(), "the payment is reported as booked")
    await service.until(lambda: len({entry["bankReference"] for entry in entries()}) >= 2, "both entries are told")
    await service.until(lambda: balances() == {"B-1": "987.50", "B-2": "37.50"}, "both balances are told")
    assert await service.ask("bank.submitPayment", order) == {"accepted": True}  # Its answer was lost, perhaps.
    await service.quiet()
    assert statuses() == sorted(statuses(), key=["ACSP", "ACSC"].index), statuses()
    numbers = {(entry["bankReference"], entry["sequence"], entry["transactionAmount"]["amount"]) for entry in entries()}
    assert Counter(amount for _, _, amount in numbers) == {"-12.50": 1, "12.50": 1}, numbers
    if (service.folder / "core.db").exists():  # Of another core system, what it tells is all that is looked at.
        booked = service.rows("core.db", "SELECT amount FROM entries WHERE reference LIKE ?", f"{payment_id}%")
        assert sorted(booked) == [(-1250,), (1250,)], booked


async def code(service):
    """A code by SMS: one code, which counts once."""
    challenge = {
        "challengeId": str(uuid.uuid4()), "psuId": PSU, "authenticationMethodId": "sms", "contentHash": "shown",
        "text": "12,50 EUR", "lifetimeSeconds": 300,
    }
    await service.ask("bank.sendChallenge", challenge)
    messages = (await service.ask("bank.readInbox", {"psuId": PSU}))["messages"]
    assert len(messages) == 1, messages
    attempt = {"challengeId": challenge["challengeId"], "contentHash": "shown", "code": messages[0]["code"]}
    first = {**attempt, "attemptId": "1"}
    assert await service.ask("bank.verifyChallenge", first) == {"verdict": "accepted"}
    assert await service.ask("bank.verifyChallenge", first) == {"verdict": "accepted"}, "the same attempt"
    assert await service.ask("bank.verifyChallenge", {**attempt, "attemptId": "2"}) == {"verdict": "wrong"}, "twice"
    assert not service.rows("connector.db", "SELECT 1 FROM sendings"), "a code is kept in clear"


async def device(service):
    """A question on the device: answered once, and the answer told."""
    challenge = {
        "challengeId": str(uuid.uuid4()), "authorisationId": str(uuid.uuid4()), "psuId": PSU, "lifetimeSeconds": 300,
        "authenticationMethodId": "push", "contentHash": "shown", "text": "12,50 EUR",
    }
    await service.ask("bank.sendChallenge", challenge)
    answer = {"psuId": PSU, "authorisationId": challenge["authorisationId"], "approve": True}
    await service.ask("bank.answerDevice", answer)
    assert await service.ask("bank.answerDevice", {**answer, "approve": False}) == {"answered": False}, "answered twice"
    assert await service.ask("bank.withdrawChallenge", {"challengeId": challenge["challengeId"]}) == {"withdrawn": False}
    expected = {"challengeId": challenge["challengeId"], "contentHash": "shown", "verdict": "approved"}
    await service.until(lambda: service.of("sca.reportChallenge"), "the answer is told")
    await service.quiet()
    assert all(told == expected for told in service.of("sca.reportChallenge")), service.of("sca.reportChallenge")


STORIES = {"payment": payment, "code": code, "device": device}


async def sweep(url, work, stories, every):
    fresh = work / "fresh"
    if prepared := os.environ.get("DATA"):
        shutil.copytree(prepared, fresh)
    service = Service(url, fresh)
    await service.connect()
    service.start()
    await service.until(lambda: len(service.of("accounts.putBalances")) == 3, "the feed of the sample bank")
    await service.quiet()
    service.end()
    await service.client.close()
    for name in stories:
        at, kills = 1, 0
        while True:
            folder = Path(shutil.copytree(fresh, work / f"{name}-{at}"))
            service = Service(url, folder)
            await service.connect()
            service.start(at)
            first = service.process
            try:
                await STORIES[name](service)
            except BaseException:
                service.end()
                print(f"{name}: killed at step {at}, and then:", file=sys.stderr)
                raise
            service.end()
            await service.client.close()
            shutil.rmtree(folder)
            if first is service.process:
                break  # It lived to the end of the story: there are no more steps.
            at, kills = at + every, kills + 1
        said = f"killed {kills} times on the way, at steps 1 to {at - every}: nothing lost, nothing doubled"
        print(f"{name}: {said}", flush=True)


def start_server(folder):
    """A nats-server on a port that it has chosen itself: one that is looked for before may be taken meanwhile."""
    command = [os.environ.get("NATS_SERVER", "nats-server"), "-a", "127.0.0.1", "-p", "-1", "--ports_file_dir", folder]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while server.poll() is None:
        for written in Path(folder).glob("*.ports"):
            try:
                return server, json.loads(written.read_text())["nats"][0]
            except ValueError:
                pass  # It is being written.
        time.sleep(0.02)
    sys.exit("nats-server does not start")


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--child", type=int)
    options.add_argument("--every", type=int, default=1, help="every so many steps")
    options.add_argument("--story", choices=STORIES, action="append")
    chosen = options.parse_args()
    if chosen.child:
        child(chosen.child)
    else:
        with tempfile.TemporaryDirectory() as ports, tempfile.TemporaryDirectory() as work:
            server, url = start_server(ports)
            try:
                asyncio.run(sweep(url, Path(work), chosen.story or STORIES, chosen.every))
            finally:
                server.kill()
                server.wait()
