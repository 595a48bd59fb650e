import { forAllTests, hrefOf, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { IBAN, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { EmbeddedTpp } from '@xs2a/test-system/tpp/embedded-tpp';
import { describe, expect, it } from 'vitest';

const system = forAllTests(() => runSystem());
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));
const psu = forAllTests(() => new PsuClient(system.portalUrl));

const TEN = Array.from({ length: 10 }, (_, index) => index);
const EMBEDDED = { headers: { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' } };

/** Creates a payment whose PSU has entered its password and may choose a method. */
async function untilChoice(): Promise<{ created: TppAnswer; choosing: TppAnswer }> {
  const order = paymentOrder({ debtorAccount: { iban: IBAN.private } });
  const created = await tpp.post('/v1/payments/sepa-credit-transfers', order, EMBEDDED);
  const link = hrefOf(created, 'startAuthorisationWithPsuAuthentication');
  const password = { psuData: { password: 'psu-private-pass' } };
  const choosing = await tpp.post(link, password, { headers: { 'PSU-ID': 'psu-private' } });
  expect(choosing.body['scaStatus']).toBe('psuAuthenticated');
  return { created, choosing };
}

const OUTAGES: [string, () => Promise<void> | void, () => Promise<void>][] = [
  [
    'killed',
    () => system.services.bank.stop('SIGKILL'),
    async () => {
      system.services.bank.start();
      await system.services.bank.ready();
    },
  ],
  [
    'halted',
    async () => await system.services.bank.pause(),
    async () => {
      system.services.bank.resume();
      await system.services.bank.ready();
    },
  ],
];

describe('the choice of a method while the bank cannot send a code (decision 39)', () => {
  it.each(OUTAGES)(
    'fails ten times and rejects nothing: the bank is %s, returns, and the payment is executed',
    async (_, begin, end) => {
      const { created, choosing } = await untilChoice();
      const choose = () => tpp.put(hrefOf(choosing, 'selectAuthenticationMethod'), { authenticationMethodId: 'sms' });
      await begin();
      for (const _time of TEN) expect((await choose()).status).toBe(503);
      await end();
      const challenged = await eventually(choose, ({ status }) => status !== 503);
      expect([challenged.status, challenged.body['scaStatus']]).toEqual([200, 'scaMethodSelected']);
      const driver = new EmbeddedTpp(tpp, psu, { psuId: 'psu-private' });
      expect((await driver.enterCode(challenged)).body['scaStatus']).toBe('finalised');
      const status = async () => (await tpp.get(hrefOf(created, 'status'))).body['transactionStatus'];
      expect(await eventually(status, (present) => present === 'ACSC', 60_000)).toBe('ACSC');
    },
  );
});
