import { Writable } from 'node:stream';
import { readInbox, sendChallenge, submitPayment, verifyChallenge, verifyPassword } from '@xs2a/contracts';
import { CONTEXT, startService } from '@xs2a/service-kit';
import { connectAsAnyService, freshDatabaseName, natsServer, testKeys, testServers } from '@xs2a/test-kit';
import { expect, test } from 'vitest';
import { EMPTY, payment } from '../test/test-context.ts';
import type { BankContext } from './context.ts';
import { service } from './service.ts';

test('no log line holds an IBAN, a PSU-ID, a password or a code', async () => {
  const lines: string[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  await using nats = await natsServer();
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: testServers().mongoUrl,
    MONGO_DATABASE: freshDatabaseName(),
    LOG_LEVEL: 'debug',
    SANDBOX: 'true',
    ...testKeys('bank'),
  };
  const bank = await startService(service, { env, logTo });
  const bus = await connectAsAnyService(nats.url);
  const challengeId = crypto.randomUUID();
  await bus.ask(sendChallenge, {
    challengeId,
    psuId: 'psu-empty',
    authenticationMethodId: 'sms',
    contentHash: 'hash',
    text: 'text',
    lifetimeSeconds: 60,
  });
  const { messages } = await bus.ask(readInbox, { psuId: 'psu-empty' });
  const code = messages[0]?.code ?? 'none';
  await bus.ask(verifyChallenge, { challengeId, attemptId: 'a', contentHash: 'hash', code });
  await bus.ask(verifyPassword, { psuId: 'psu-empty', password: 'psu-empty-pass' });
  await bus.ask(submitPayment, payment({ debtorAccount: { iban: EMPTY } }, { psuId: 'psu-empty' }));
  // No service listens for reports and feed here, so that failures are logged too.
  await bank.get<BankContext>(CONTEXT).background.settled();
  await bank.stop();
  await bus.close();
  const log = lines.join('');
  expect(log).toContain('seeded');
  expect(log).toContain('AM04');
  for (const secret of [EMPTY, 'psu-empty', 'psu-empty-pass', `"${code}"`]) expect(log).not.toContain(secret);
});
