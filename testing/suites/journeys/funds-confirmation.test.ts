import { forAllTests, hrefOf, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import {
  CARD,
  fundsConsentOrder,
  fundsQuestion,
  IBAN,
  REDIRECT_HEADERS,
  RETURN,
} from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { SERVICES } from '@xs2a/test-system/start/prepare-system';
import { runCompact } from '@xs2a/test-system/start/run-compact';
import { describe, expect, it } from 'vitest';

const CONSENTS = '/v2/consents/confirmation-of-funds';
const FUNDS = '/v1/funds-confirmations';

const system = forAllTests(() => runCompact({ LOG_LEVEL: 'debug' }));

const issuer = forAllTests(() => new TppClient(system.gatewayUrl, 'PSDHR-HNB-PIISONLY'));

function ask(tpp: TppClient, question: object, consentId?: string): Promise<TppAnswer> {
  return tpp.post(FUNDS, question, consentId === undefined ? {} : { headers: { 'Consent-ID': consentId } });
}

/** Returns status and message code of an error response, with the path if it has one. */
function refusalOf({ status, body }: TppAnswer): unknown[] {
  const [message] = (body['tppMessages'] as { code: string; path?: string }[] | undefined) ?? [];
  return [status, message?.code, ...(message?.path === undefined ? [] : [message.path])];
}

async function asked(tpp: TppClient, order: object): Promise<TppAnswer> {
  const created = await tpp.post(CONSENTS, order, { headers: REDIRECT_HEADERS });
  expect(created.status, created.text).toBe(201);
  return created;
}

async function valid(tpp: TppClient, order: object): Promise<{ consentId: string; created: TppAnswer }> {
  const created = await asked(tpp, order);
  await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
  return { consentId: String(created.body['consentId']), created };
}

describe('a card issuer', () => {
  it('gets the consent of the PSU, answers to its requests, and returns the consent', async () => {
    const order = fundsConsentOrder({
      cardNumber: CARD.clear,
      cardInformation: 'Visa',
      registrationInformation: 'Since May',
    });
    const created = await asked(issuer, order);
    const consentId = String(created.body['consentId']);
    expect(created.body).toMatchObject({ consentStatus: 'received' });
    expect(created.headers.get('location')).toBe(hrefOf(created, 'self'));
    expect(hrefOf(created, 'self')).toBe(`${CONSENTS}/${consentId}`);
    expect(created.headers.get('aspsp-sca-approach')).toBe('REDIRECT');
    expect(refusalOf(await ask(issuer, fundsQuestion(), consentId))).toEqual([401, 'CONSENT_INVALID']);

    const page = await new PsuClient(system.portalUrl).open(hrefOf(created, 'scaRedirect'));
    for (const shown of [
      'Sandbox PIISP',
      'HR27 9990 0051 1000 0001\u00A09',
      '4532 00** **** 0017',
      'Visa',
      'Since May',
    ]) {
      expect(page.html).toContain(shown);
    }
    const result = await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
    expect(result.url).toBe(RETURN.ok);
    expect((await issuer.follow(created, 'status')).body).toEqual({ consentStatus: 'valid' });
    expect((await issuer.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'finalised' });
    const { body: list } = await issuer.get(`${hrefOf(created, 'self')}/authorisations`);
    expect(list).toEqual({ authorisationIds: [hrefOf(created, 'scaStatus').split('/').at(-1)] });
    expect((await issuer.follow(created, 'self')).body).toEqual({
      ...order,
      cardNumber: CARD.masked,
      consentStatus: 'valid',
    });

    for (const consent of [consentId, undefined]) {
      const enough = await ask(
        issuer,
        fundsQuestion('5932.10', { cardNumber: CARD.clear, payee: 'Knjižara' }),
        consent,
      );
      expect([enough.status, enough.text]).toEqual([200, '{"fundsAvailable":true}']);
      const tooMuch = await ask(issuer, fundsQuestion('5932.11'), consent);
      expect([tooMuch.status, tooMuch.text]).toEqual([200, '{"fundsAvailable":false}']);
    }

    const deleted = await issuer.delete(hrefOf(created, 'self'));
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await issuer.follow(created, 'status')).body).toEqual({ consentStatus: 'terminatedByTpp' });
    expect(refusalOf(await ask(issuer, fundsQuestion(), consentId))).toEqual([401, 'CONSENT_INVALID']);
    expect(refusalOf(await ask(issuer, fundsQuestion()))).toEqual([400, 'NO_PIIS_ACTIVATION', 'account']);
  });

  it('leaves no card number and no IBAN in any log', async () => {
    await valid(issuer, fundsConsentOrder({ cardNumber: CARD.clear }));
    await ask(issuer, fundsQuestion('1.00', { cardNumber: CARD.clear }));
    await ask(issuer, fundsQuestion('1.00', { account: { pan: CARD.clear } }));
    for (const service of SERVICES) {
      const log = system.logOf(service);
      for (const secret of [CARD.clear, IBAN.private])
        expect(log.includes(secret), `${secret} in the log of ${service}`).toBe(false);
    }
  });
});
