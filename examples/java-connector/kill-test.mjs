// Kills the connector at random moments while payments arrive, and looks whether one was lost or booked twice.
// After `mvn package`: node examples/java-connector/kill-test.mjs [payments]. NATS_SERVER names the nats-server.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const { connect } = createRequire(join(ROOT, 'packages/service-kit/package.json'))('@nats-io/transport-node');
const PAYMENTS = Number(process.argv[2] ?? 60);
const PORT = process.env.PORT ?? '4341';
const CENTS = 250;
const ANA = 'HR1699900131100000019';
const body = {
  debtorAccount: { iban: ANA },
  creditorName: 'Ivo Marić',
  creditorAccount: { iban: 'HR9199900131100000027' },
  instructedAmount: { currency: 'EUR', amount: '2.50' },
};

const data = mkdtempSync(join(tmpdir(), 'java-kill-'));
const server = process.env.NATS_SERVER ?? join(ROOT, '.local/bin/nats-server');
const bus = spawn(server, ['-a', '127.0.0.1', '-p', PORT], { stdio: 'ignore' });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const env = { ...process.env, NATS_URL: `nats://127.0.0.1:${PORT}`, SANDBOX: 'true', DATA: join(data, 'bank') };
let connector;
let kills = 0;

function start() {
  const classes = `${HERE}target/connector.jar:${HERE}target/dependency/*`;
  connector = spawn('java', ['-cp', classes, 'connector.Connector'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => connector.stdout.on('data', (text) => /connector ready/.test(text) && resolve()));
}

async function open() {
  for (let attempt = 0; ; attempt++) {
    try {
      return await connect({ servers: env.NATS_URL });
    } catch (error) {
      if (attempt > 50) throw error;
      await pause(100);
    }
  }
}

const client = await open();
const reports = new Map();
for (const subject of ['accounts.*', 'payments.*', 'sca.*']) {
  client.subscribe(subject, {
    callback: (_error, message) => {
      if (message.subject === 'payments.reportExecution') {
        const { paymentId, transactionStatus } = message.json();
        reports.set(paymentId, (reports.get(paymentId) ?? new Set()).add(transactionStatus));
      }
      message.respond('{"stored":1}');
    },
  });
}
await start();

let isOver = false;
const killing = (async () => {
  while (!isOver) {
    await pause(200 + Math.random() * 1_300);
    if (isOver) break;
    connector.kill('SIGKILL');
    kills++;
    await start();
  }
})();

// As the service does: what was not answered is asked again, under the same id.
await Promise.all(
  Array.from({ length: PAYMENTS }, async (_, index) => {
    await pause(index * 250);
    const paymentId = `kill-${index}`;
    const request = {
      paymentId,
      paymentService: 'payments',
      paymentProduct: 'sepa-credit-transfers',
      psuId: 'psu-ana',
      body,
    };
    for (;;) {
      try {
        await client.request('bank.submitPayment', JSON.stringify(request), { timeout: 1_000 });
        return;
      } catch {
        await pause(100);
      }
    }
  }),
);
isOver = true;
await killing;
const executed = () => [...reports.values()].filter((statuses) => [...statuses].join() === 'ACSP,ACSC').length;
for (let waited = 0; executed() < PAYMENTS && waited < 100; waited++) await pause(100);

const left = 100_000 - PAYMENTS * CENTS;
const covers = async (cents) => {
  const instructedAmount = { currency: 'EUR', amount: (cents / 100).toFixed(2) };
  const answer = await client.request('bank.checkFunds', JSON.stringify({ account: { iban: ANA }, instructedAmount }), {
    timeout: 5_000,
  });
  return answer.json().fundsAvailable;
};
const isExact = (await covers(left)) && !(await covers(left + 1));
const told = executed();
console.log(
  `${PAYMENTS} payments, killed ${kills} times: ${told} reported as executed, balance ${isExact ? 'exact' : 'WRONG'}`,
);
process.exitCode = isExact && told === PAYMENTS && kills > 0 ? 0 : 1;

connector.kill();
await client.close();
bus.kill();
await pause(500);
rmSync(data, { recursive: true, force: true });
