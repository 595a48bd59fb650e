import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { readFacts } from '@xs2a/connector-check/facts';
import { CHECKS, runChecks } from '@xs2a/connector-check/run-checks';
import { Session } from '@xs2a/connector-check/session';
import { natsServer } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { EXAMPLE, pythonConnector } from './python-connector.ts';

/** Mistakes of a connector: a line of the example, its replacement, and the rules it breaks. */
const MISTAKES: readonly (readonly [mistake: string, line: string, instead: string, ...broken: string[]])[] = [
  ['listens in a group of its own', 'QUEUE_GROUP = "bank"', 'QUEUE_GROUP = "mine"', 'bus.queue-group'],
  ['does not look at the deadline', 'if deadline <= time.time() * 1000:', 'if False:', 'bus.expired'],
  ['refuses without headers', ', headers=headers)\n\n    async def do', ')\n\n    async def do', 'bus.no-json'],
  [
    'repeats in a refusal what it was asked',
    'Refusal("psuCredentialsInvalid")',
    'Refusal("psuCredentialsInvalid", "psu-ana")',
    'bus.silent-refusals',
  ],
  [
    'tells wrong password and unknown PSU apart by time',
    '        psu = self.psus.get(request["psuId"])\n        salt',
    '        psu = self.psus.get(request["psuId"])\n        if psu is None:\n            return {"verified": False}\n        salt',
    'psu.same-time',
  ],
  [
    'tells wrong password and unknown PSU apart by its answer',
    'return {"verified": hmac',
    'return {**({} if psu else {"blocked": True}), "verified": hmac',
    'psu.no-oracle',
  ],
  ['counts a code for any content', 'challenge["contentHash"] == request["contentHash"]', 'True', 'code.linked'],
  ['counts a code twice', 'and not challenge["used"]', '', 'code.judged', 'code.at-once'],
  ['judges a repeated attempt anew', 'if attempt not in verdicts:', 'if True:', 'code.attempt-repeated'],
  ['knows no lifetime', 'time.time() >= challenge["until"]', 'False', 'code.expired'],
  ['sends a code again', 'if request["challengeId"] not in self.challenges:', 'if True:', 'code.sent-once'],
  [
    'executes what is handed over again',
    'if request["paymentId"] not in self.orders:',
    'if True:',
    'payment.once',
    'payment.once-at-once',
  ],
  ['lets anybody debit', 'debtor.owner.id != order["psuId"] or', '', 'payment.other-psu'],
  [
    'does not look at the funds',
    'else "AM04" if debtor.balance < cents(body["instructedAmount"])\n',
    '',
    'payment.no-funds',
  ],
  [
    'goes backwards in its reports',
    'await self.report(payment_id, status, **({"reasonCode": reason} if reason else {}))',
    'await self.report(payment_id, status, **({"reasonCode": reason} if reason else {}))\n        await self.report(payment_id, "ACSP")',
    'payment.forward',
  ],
  [
    'tells once and never again',
    'int(answer.headers["Nats-Service-Error-Code"]) < 500 and refused not in PASSING',
    'True',
    'feed.repeated',
    'payment.report-repeated',
  ],
  [
    'books without a new version',
    'self.version = max(self.version + 1, int(time.time() * 1000))',
    'self.version = 1',
    'feed.balance-follows',
  ],
  ['feeds booked entries without their day', '"bookingDate": today,', '', 'feed.entries'],
];

const facts = readFacts(join(EXAMPLE, 'facts.yaml'));
const impatient = { ...facts, executionSeconds: 3, feedSeconds: 3 };

/** Returns the rules of `only` that the example breaks with this mistake. */
async function brokenRules(line: string, instead: string, only: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-connector-'));
  try {
    cpSync(EXAMPLE, folder, { recursive: true });
    let found = 0;
    for (const file of ['connector.py', 'bank.py']) {
      const text = readFileSync(join(folder, file), 'utf8');
      found += text.split(line).length - 1;
      writeFileSync(join(folder, file), text.replace(line, instead));
    }
    expect(found, `${line} stands once in the example`).toBe(1);
    await using nats = await natsServer();
    await using connector = await pythonConnector(nats.url, folder);
    const connection = await connect({ servers: nats.url });
    try {
      const outcomes = await runChecks(new Session(connection, impatient), only);
      expect(outcomes.length, connector.log()).toBeGreaterThanOrEqual(only.length);
      return outcomes.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    } finally {
      await connection.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks that must run before a rule that covers all messages. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'bus.silent-refusals': ['code.psu-unknown'],
  'payment.report-repeated': ['payment.forward'],
};

describe('the check finds a connector that', () => {
  for (const [mistake, line, instead, ...broken] of MISTAKES) {
    it(mistake, { timeout: 120_000 }, async () => {
      const only = broken.flatMap((id) => [id, ...(NEEDS[id] ?? [])]);
      expect(CHECKS.map(({ id }) => id)).toEqual(expect.arrayContaining(broken));
      expect(await brokenRules(line, instead, only)).toEqual(expect.arrayContaining(broken));
    });
  }
});
