"""Tells what is in the outbox until it is acknowledged: lanes at the same time, the messages of a lane in their order."""
import asyncio, json, random, time

from nats.errors import Error as NatsError

# Refusals that say nothing about the message: a moment later the same one is taken.
PASSING = {"statusConflict", "requestInFlight"}
AT_ONCE, AGAIN = 16, "again"


class Outbox:
    def __init__(self, client, store):
        self.client, self.store = client, store
        self.changed, self.lanes = asyncio.Event(), {}

    async def run(self):
        """Looks again every second: the command for statements writes to the same outbox."""
        while True:
            self.changed.clear()
            query = "SELECT *, min(id) FROM outbox GROUP BY lane"
            for row in await asyncio.to_thread(self.store.all, query):
                if row["lane"] not in self.lanes and row["due"] <= time.time() and len(self.lanes) < AT_ONCE:
                    self.lanes[row["lane"]] = asyncio.create_task(self.tell(row))
            try:
                await asyncio.wait_for(self.changed.wait(), 1)
            except asyncio.TimeoutError:
                pass

    async def tell(self, row):
        try:
            refusal = await self.ask(row)
            await asyncio.to_thread(self.put_off if refusal == AGAIN else self.done, row, refusal)
        except Exception as fault:
            print("told again in a moment:", repr(fault), flush=True)
            await asyncio.sleep(1)
        finally:
            del self.lanes[row["lane"]]
            self.changed.set()

    async def ask(self, row):
        """None if it was acknowledged, AGAIN if it may be later, or why it will never be."""
        headers = {"X-Request-ID": row["request_id"], "Xs2a-Deadline": str(int(time.time() * 1000) + 8000)}
        try:
            answer = await self.client.request(row["subject"], row["message"].encode(), timeout=8, headers=headers)
        except (NatsError, asyncio.TimeoutError):
            return AGAIN  # The service or the bus is away.
        refused = (answer.headers or {}).get("Nats-Service-Error")
        if refused is None:
            return None
        passing = int(answer.headers["Nats-Service-Error-Code"]) >= 500 or refused in PASSING
        return AGAIN if passing else json.loads(answer.data).get("path", "") + " " + refused

    def done(self, row, refusal):
        """The outcome of this id alone: a newer balance may have taken the place of the one that was told."""
        with self.store.transaction() as db:
            db.execute("DELETE FROM outbox WHERE id = ?", (row["id"],))
            if refusal is not None:  # For a person: repeating would not help.
                aside = (row["subject"], row["message"], refusal, time.time())
                db.execute("INSERT INTO set_aside (subject, message, refusal, at) VALUES (?, ?, ?, ?)", aside)
                print(json.dumps({"setAside": row["subject"], "refusal": refusal}), flush=True)

    def put_off(self, row, _):
        with self.store.transaction() as db:
            pause = min(row["pause"] * 2, 60)
            due = time.time() + row["pause"] * random.uniform(0.5, 1)
            db.execute("UPDATE outbox SET due = ?, pause = ? WHERE id = ?", (due, pause, row["id"]))
