import { forAllTests, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { otherThan } from '@xs2a/test-system/ask-as-gateway';
import { consentBody, IBAN, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { type EmbeddedPsu, EmbeddedTpp } from '@xs2a/test-system/tpp/embedded-tpp';
import { describe, expect, it } from 'vitest';

const system = forAllTests(() => sharedSystem());
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));

const EMBEDDED = { headers: { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' } };

function drivenBy(psu: EmbeddedPsu): EmbeddedTpp {
  return new EmbeddedTpp(tpp, new PsuClient(system.portalUrl), psu);
}

function pay(iban: string = IBAN.private): Promise<TppAnswer> {
  const order = paymentOrder({ debtorAccount: { iban } });
  return tpp.post('/v1/payments/sepa-credit-transfers', order, EMBEDDED);
}

describe('a TPP that passes on what the PSU types, following links alone', () => {
  it('pays with a PSU of several methods: a wrong code, then the right one', async () => {
    const created = await pay();
    expect([created.status, created.headers.get('ASPSP-SCA-Approach')]).toEqual([201, 'EMBEDDED']);
    expect(created.body._links).not.toHaveProperty('scaRedirect');
    const driver = drivenBy({ psuId: 'psu-private', method: 'sms' });
    const challenged = await driver.untilCode(created);
    expect(challenged.body).toMatchObject({
      scaStatus: 'scaMethodSelected',
      scatransactionStatus: 'scaMethodSelected',
      chosenScaMethod: { authenticationMethodId: 'sms' },
      challengeData: { otpMaxLength: 6 },
    });
    const wrong = await driver.enterCode(challenged, otherThan(await driver.newestCode()));
    expect([wrong.status, wrong.text.includes('PSU_CREDENTIALS_INVALID')]).toEqual([401, true]);
    const right = await driver.enterCode(wrong);
    expect([right.status, right.body['scaStatus']]).toEqual([200, 'finalised']);
    expect((await tpp.follow(right, 'scaStatus')).body['scaStatus']).toBe('finalised');
    expect((await tpp.follow(created, 'status')).body['transactionStatus']).toMatch(/^AC/);
  });

  it('gets a consent from a PSU with one method, whose challenge comes with the password', async () => {
    const account = { iban: IBAN.multi };
    const created = await tpp.post('/v1/consents', consentBody({ access: { balances: [account] } }), EMBEDDED);
    const driver = drivenBy({ psuId: 'psu-multi' });
    const done = await driver.enterCode(await driver.untilCode(created));
    expect(done.body['scaStatus']).toBe('finalised');
    expect((await tpp.follow(created, 'status')).body['consentStatus']).toBe('valid');
  });

  it('shows the PSU the image of a challenge, which is also at its link', async () => {
    const created = await pay();
    const challenged = await drivenBy({ psuId: 'psu-private', method: 'photo' }).untilCode(created);
    const { image, imageLink, additionalInformation } = challenged.body['challengeData'] as Record<string, string>;
    expect(imageLink).toMatch(`${system.portalUrl}/sandbox/pictures/psu-private/`);
    const picture = await fetch(imageLink ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(image);
    expect(additionalInformation).toContain('Skenirajte sliku');
    expect((await fetch(`${system.portalUrl}/sandbox/pictures/psu-multi/${imageLink?.split('/').at(-1)}`)).status).toBe(
      404,
    );
  });
});
