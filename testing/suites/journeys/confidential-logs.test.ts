import { hrefOf, PsuClient, TppClient } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { EmbeddedTpp } from '@xs2a/test-system/tpp/embedded-tpp';
import { expect, it } from 'vitest';

it('no log of any service holds an IBAN, a password, a code, a session, a link or the PSU-ID after redirect and embedded journeys and their refusals', async () => {
  await using system = await runSystem({ LOG_LEVEL: 'debug' });
  const tpp = new TppClient(system.gatewayUrl);
  const consent = await tpp.post('/v1/consents', consentBody(), {
    headers: { ...REDIRECT_HEADERS, 'PSU-ID': 'psu-private' },
  });
  await approve(system.portalUrl, hrefOf(consent, 'scaRedirect'), { psuId: 'psu-private' });
  const payment = await tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers: REDIRECT_HEADERS });
  const psu = new PsuClient(system.portalUrl);
  const signIn = await psu.open(hrefOf(payment, 'scaRedirect'));
  await psu.submit(signIn, { psuId: 'psu-private', password: 'a-wrong-password' });
  await approve(system.portalUrl, hrefOf(payment, 'scaRedirect'), { psuId: 'psu-private' });
  const code = await psu.newestCode('psu-private');
  await tpp.get(`/v1/accounts/${IBAN.private}/balances`, {
    headers: { 'Consent-ID': String(consent.body['consentId']) },
  });
  await tpp.post(
    '/v1/payments/sepa-credit-transfers',
    paymentOrder({ creditorAccount: { iban: 'HR1210010051863000161' } }),
  );
  const embedded = new EmbeddedTpp(tpp, psu, { psuId: 'psu-multi' });
  const order = paymentOrder({ debtorAccount: { iban: IBAN.multi } });
  const wishes = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
  const transmitted = await tpp.post('/v1/payments/sepa-credit-transfers', order, { headers: wishes });
  const challenged = await embedded.untilCode(transmitted);
  const wrong = await embedded.enterCode(challenged, 'WRONGCODE17');
  const transmittedCode = await embedded.newestCode();
  const done = await embedded.enterCode(wrong);
  // Data in the wrong field, and two kinds at once, are refused without being repeated anywhere.
  const place = hrefOf(done, 'scaStatus');
  await tpp.put(place, { psuData: { password: 'misplaced-pass' } }, { headers: { 'PSU-ID': 'psu-multi' } });
  await tpp.put(place, { psuData: { password: 'misplaced-pass' }, scaAuthenticationData: 'WRONGCODE17' });
  const services = Object.values(system.services);
  await Promise.all(services.map((service) => service.stop()));

  const secrets = {
    IBAN: new RegExp(Object.values(IBAN).join('|')),
    'broken IBAN': /HR1210010051863000161/,
    password: /psu-private-pass|psu-multi-pass|a-wrong-password|misplaced-pass/,
    'one-time code': new RegExp(`"${code}"|\\b${code}\\b(?!.*Z)`),
    'transmitted code': new RegExp(`WRONGCODE17|"${transmittedCode}"|\\b${transmittedCode}\\b(?!.*Z)`),
    'PSU-ID': /psu-private|psu-multi/,
    'redirect link': new RegExp(String(hrefOf(payment, 'scaRedirect').split('/').at(-1))),
  };
  for (const { name, log } of services) {
    expect(log.length, name).toBeGreaterThan(100);
    for (const [what, pattern] of Object.entries(secrets))
      expect(pattern.test(log), `${what} in the log of ${name}`).toBe(false);
  }
});
