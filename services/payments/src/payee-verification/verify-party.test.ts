import { forAllTests } from '@xs2a/test-kit';
import { PAYEE } from '@xs2a/test-system/data/fixtures';
import { OTHER_TPP, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { describe, expect, it } from 'vitest';

const system = forAllTests(() => startPaymentServices());

const askFor = (iban: string, party: object, path = 'payee-verifications') =>
  system.tpp.post(`/v1/${path}`, { partyAccount: { iban }, party });
const NAMED = { name: 'Maria Kovacevic' };

describe('a verification that a TPP requests', () => {
  it.each(['payee-verifications', 'payer-verifications', 'party-verifications'])(
    'at %s is answered at once, and creates nothing',
    async (path) => {
      const { status, body } = await askFor(PAYEE.match, NAMED, path);
      expect([status, body]).toEqual([200, { partyNameMatch: 'MTCH' }]);
    },
  );

  it('discloses the name of the holder with a close match only', async () => {
    expect((await askFor(PAYEE.closeMatch, NAMED)).body).toEqual({
      partyNameMatch: 'CMTC',
      matchedName: 'Marija Kovačević',
    });
    expect((await askFor(PAYEE.noMatch, NAMED)).body).toEqual({ partyNameMatch: 'NMTC' });
    expect((await askFor(PAYEE.notPossible, NAMED)).body).toEqual({ partyNameMatch: 'NOAP' });
  });

  it.each([
    [PAYEE.tradeName, '12345678903', 'MTCH'],
    [PAYEE.tradeName, '12345678904', 'NMTC'],
    [PAYEE.match, '12345678903', 'NOAP'],
  ])('of a number says whether it is that of %s: %s %s, and no name', async (iban, number, partyIdMatch) => {
    const others = [{ identification: number, schemeNameCode: 'TXID' }];
    expect((await askFor(iban, { identification: { organisationId: { others } } })).body).toEqual({ partyIdMatch });
  });

  it.each([
    ['partyAccount.iban', { partyAccount: { bban: '100000001' }, party: NAMED }],
    ['party.name', { partyAccount: { iban: PAYEE.match }, party: {} }],
    [
      'party.identification',
      { partyAccount: { iban: PAYEE.match }, party: { identification: { organisationId: {} } } },
    ],
    [
      'party.identification.organisationId.lei',
      { partyAccount: { iban: PAYEE.match }, party: { identification: { organisationId: { lei: 'X' } } } },
    ],
  ])('without a usable %s is refused with its name', async (path, sent) => {
    const { status, body } = await system.tpp.post('/v1/payee-verifications', sent);
    expect([status, body['tppMessages']]).toMatchObject([400, [{ path }]]);
  });

  it('is refused to this TPP after five results for one account in a day that were no match', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await askFor(PAYEE.joint, { name: `Marija Kovac ${count}` })).body).toEqual({ partyNameMatch: 'NMTC' });
    }
    const { status, headers } = await askFor(PAYEE.joint, NAMED);
    expect([status, Number(headers.get('retry-after')) > 80_000]).toEqual([429, true]);
    expect((await askFor(PAYEE.match, NAMED)).status).toBe(200);
    const asked = { partyAccount: { iban: PAYEE.joint }, party: NAMED };
    expect((await system.client(OTHER_TPP).post('/v1/payee-verifications', asked)).status).toBe(200);
    system.services.clock.forward({ hours: 24 });
    expect((await askFor(PAYEE.joint, NAMED)).status).toBe(200);
  });

  it('is answered five times at most if many are sent at one moment', async () => {
    const names = Array.from({ length: 20 }, (_, index) => ({ name: `Marija Kovac ${index}` }));
    const answers = await Promise.all(names.map((name) => askFor(PAYEE.noMatch, name)));
    const answered = answers.filter(({ status }) => status === 200);
    expect(answered.length).toBeLessThanOrEqual(5);
    expect(answers.length - answered.length).toBe(answers.filter(({ status }) => status === 429).length);
  });

  it('that is a match does not count', async () => {
    for (let count = 0; count < 7; count += 1) expect((await askFor(PAYEE.match, NAMED)).status).toBe(200);
  });
});
