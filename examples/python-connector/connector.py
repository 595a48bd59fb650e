"""A bank connector (docs/bank-connector.md): what the bus asks of it, around the bank in bank.py."""
import asyncio, json, os, random, signal, time, uuid

import nats
from nats.errors import Error as NatsError

from bank import Bank, Refusal

QUEUE_GROUP = "bank"
# What must be in a request. A dict stands for an object with at least these fields; others are passed over.
AMOUNT = {"currency": str, "amount": str}
PAYMENT = {"debtorAccount": dict, "instructedAmount": AMOUNT, "creditorAccount": dict, "creditorName": str}
REQUESTS = {
    "bank.identifyPsu": {"psuId": str},
    "bank.readSigningRules": {"accounts": list},
    "bank.verifyPassword": {"psuId": str, "password": str},
    "bank.sendChallenge": {
        "challengeId": str, "psuId": str, "authenticationMethodId": str,
        "contentHash": str, "text": str, "lifetimeSeconds": int,
    },
    "bank.verifyChallenge": {"challengeId": str, "attemptId": str, "contentHash": str, "code": str},
    "bank.checkFunds": {"account": dict, "instructedAmount": AMOUNT},
    "bank.submitPayment": {"paymentId": str, "psuId": str, "body": PAYMENT},
    "bank.withdrawPayment": {"paymentId": str},
}
# For tests alone: shows the codes that a real bank sends to a telephone.
if os.environ.get("SANDBOX") == "true":
    REQUESTS["bank.readInbox"] = {"psuId": str}

# Refusals that say nothing about the message: a moment later the same one is taken.
PASSING = {"statusConflict", "requestInFlight"}
# The words that this bank refuses with, and their code (docs/errors.md).
STATUS = {
    "bodyInvalid": "400", "fieldInvalid": "400", "scaMethodUnknown": "400", "psuCredentialsInvalid": "401",
    "internalError": "500",
}


def check(value, form, path=""):
    """Refuses what is not of this form, naming the field and never its value."""
    if isinstance(form, dict):
        if not isinstance(value, dict):
            raise Refusal("fieldInvalid", path)
        for name, inner in form.items():
            check(value.get(name), inner, f"{path}.{name}" if path else name)
    elif not isinstance(value, form) or isinstance(value, bool):
        raise Refusal("fieldInvalid", path)


def parse(data):
    try:
        return json.loads(data)
    except ValueError:
        raise Refusal("bodyInvalid") from None


class Connector:
    def __init__(self, client, bank):
        self.client, self.bank = client, bank
        self.tasks = set()

    async def start(self):
        for subject in REQUESTS:
            await self.client.subscribe(subject, QUEUE_GROUP, cb=self.receive)
        for account in self.bank.accounts:
            self.go(self.feed(account))

    async def receive(self, message):
        self.go(self.answer(message))  # A task for each: one that is slow keeps no other waiting.

    def go(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, message):
        deadline = float((message.headers or {}).get("Xs2a-Deadline", "inf"))
        if deadline <= time.time() * 1000:
            return  # Nobody waits any more.
        try:
            request = parse(message.data)
            check(request, REQUESTS[message.subject])
            reply, headers = await self.do(message.subject, request), None
        except Exception as fault:
            refusal = fault if isinstance(fault, Refusal) else Refusal("internalError")
            if refusal is not fault:
                print("internal error", message.subject, repr(fault), flush=True)  # No detail of it leaves the bank.
            reply = {"refusal": refusal.word, **({"path": refusal.path} if refusal.path else {})}
            headers = {"Nats-Service-Error": refusal.word, "Nats-Service-Error-Code": STATUS[refusal.word]}
        await self.client.publish(message.reply, json.dumps(reply).encode(), headers=headers)

    async def do(self, subject, request):
        """The bank has a method for each operation, called as on the bus."""
        method = getattr(self.bank, subject.removeprefix("bank."))
        if subject == "bank.verifyPassword":
            # Hashing takes long by design; elsewhere than in the loop that answers everybody.
            return await asyncio.to_thread(method, request)
        reply = method(request)
        while self.bank.accepted:
            self.go(self.execute(self.bank.accepted.pop()))
        return reply

    async def execute(self, payment_id):
        """Reports that the payment was taken, then how it ended: after it happened, never before."""
        await self.report(payment_id, "ACSP")
        status, reason = self.bank.execute(payment_id)
        await self.report(payment_id, status, **({"reasonCode": reason} if reason else {}))

    async def report(self, payment_id, status, **more):
        await self.tell("payments.reportExecution", {"paymentId": payment_id, "transactionStatus": status, **more})

    async def feed(self, account):
        """Tells of an account what was not told yet: its entries, then its balance, which is never newer than they."""
        await self.tell("accounts.putAccounts", {"accounts": [account.fed()]})
        told = 0
        while True:
            account.changed.clear()
            version, balances = account.version, account.balances()
            while entries := account.entries[told : told + 1000]:
                told += len(entries)
                await self.tell("accounts.putTransactions", {"bankAccountId": account.id, "transactions": entries})
            message = {"bankAccountId": account.id, "version": version, "balances": balances}
            await self.tell("accounts.putBalances", message)
            await account.changed.wait()

    async def tell(self, subject, message):
        """Tells until it is acknowledged. A real bank keeps what is to be told in its database meanwhile."""
        request_id, pause = str(uuid.uuid4()), 0.5
        while True:
            headers = {"X-Request-ID": request_id, "Xs2a-Deadline": str(int(time.time() * 1000) + 8000)}
            try:
                answer = await self.client.request(subject, json.dumps(message).encode(), timeout=8, headers=headers)
                refused = (answer.headers or {}).get("Nats-Service-Error")
                if refused is None:
                    return
                if int(answer.headers["Nats-Service-Error-Code"]) < 500 and refused not in PASSING:
                    print("refused for good:", subject, answer.data.decode(), flush=True)
                    return
            except (NatsError, asyncio.TimeoutError):
                pass  # The service or the bus is away.
            await asyncio.sleep(pause * random.uniform(0.5, 1))
            pause = min(pause * 2, 60)


async def cancel_all():
    """Cancels what still runs, and once more where that was lost: `asyncio.wait_for` can lose it before Python 3.12."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in others:
            task.cancel()
        await asyncio.wait(others, timeout=0.1)


async def main():
    stop = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    client = await nats.connect(
        os.environ.get("NATS_URL", "nats://127.0.0.1:4222"),
        name="python-connector",
        inbox_prefix="_INBOX_bank",  # Its own, so that its user hears nobody else's answers.
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,
    )
    await Connector(client, Bank()).start()
    await client.flush()  # The server knows what is served: from now on nobody is told that nobody listens.
    print("connector ready", flush=True)
    await stop.wait()
    try:
        await asyncio.wait_for(client.drain(), 10)
    except (NatsError, OSError, asyncio.TimeoutError):
        await cancel_all()  # The bus is away: nobody waits for answers.


if __name__ == "__main__":
    asyncio.run(main())
