import { findPsuConsents, readPsuConsent, revokeConsent } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, askForFundsConsent, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent'));

const PSU = { psuId: 'psu-multi' };

async function granted(body: object = {}): Promise<string> {
  const created = await askForConsent(services.bus, { access: { balances: [{ iban: IBAN.multi }] }, ...body });
  await approveOnBus(services.bus, created, PSU.psuId);
  return created.consentId;
}

async function grantedForFunds(): Promise<string> {
  const created = await askForFundsConsent(services.bus, { account: { iban: IBAN.multi } });
  await approveOnBus(services.bus, created, PSU.psuId);
  return created.consentId;
}

function find(given: object = {}) {
  return services.bus.ask(findPsuConsents, { ...PSU, ended: false, search: [], page: 1, size: 10, ...given });
}

const idsOf = async (given: object = {}) => (await find(given)).consents.map(({ consentId }) => consentId);
const word = (text: string, accounts: string[] = []) => ({ text, accounts });

describe("the list of a PSU's consents", () => {
  it('has consents of both kinds in one order, newest first: those in effect, and those that ended', async () => {
    const earlier = await granted();
    const present = await granted();
    await grantedForFunds();
    expect(await find()).toMatchObject({ count: 2, consents: [{ kind: 'fundsConsent' }, { consentId: present }] });
    expect(await find({ ended: true })).toMatchObject({ count: 1, consents: [{ consentId: earlier }] });
    expect(await find({ psuId: 'psu-private' })).toEqual({ count: 0, consents: [] });
    expect(await find({ corporateId: 'another-company' })).toEqual({ count: 0, consents: [] });
  });

  it('treats a consent as ended from the day after its last day, before any job has stored that', async () => {
    const [first] = await idsOf();
    const stored = services.database('consent').collection<{ _id: string }>('fundsConsents');
    await stored.updateOne({ _id: first ?? '' }, { $set: { validUntil: '2020-01-01' } });
    expect(await idsOf()).not.toContain(first);
    expect((await find({ ended: true })).consents[0]).toMatchObject({ consentId: first, consentStatus: 'expired' });
    await services.bus.ask(revokeConsent, { ...PSU, consentId: first ?? '' });
  });

  it('is read in pages, in a message that stays small however many consents have ended', async () => {
    const [consentId] = await idsOf();
    const stored = services.database('consent').collection<{ _id: string }>('consents');
    const consent = await stored.findOne({ _id: consentId ?? '' });
    const ended = Array.from({ length: 1_500 }, (_, index) => ({
      ...consent,
      _id: `ended-${index}`,
      requestId: crypto.randomUUID(),
      tppName: index === 7 ? 'Čvor d.o.o.' : 'Other',
      consentStatus: 'revokedByPsu',
      authorisedAt: new Date(Date.UTC(2020, 0, 1, 0, index)),
    }));
    await stored.insertMany(ended);
    const { count } = await find({ ended: true });
    expect(count).toBeGreaterThanOrEqual(1_500);
    const last = await find({ ended: true, page: Math.ceil(count / 10) });
    expect(last.consents.at(-1)?.consentId).toBe('ended-0');
    expect(JSON.stringify(last).length).toBeLessThan(20_000);
    expect(await idsOf({ ended: true, search: [word('čVOR'), word('d.o.o.')] })).toEqual(['ended-7']);
    expect(await idsOf({ ended: true, search: [word('.*')] })).toEqual([]);
    expect(await situationOf(find({ size: 101 }))).toBeDefined();
    await stored.deleteMany({ _id: { $regex: '^ended-' } });
  });

  it('finds a consent by the number of an account, and by its name if the bank has one', async () => {
    const [consentId] = await idsOf();
    expect(await idsOf({ search: [word(IBAN.multi.slice(-6))] })).toEqual([consentId]);
    expect(await idsOf({ search: [word('tekući', [IBAN.multi])] })).toEqual([consentId]);
    expect(await idsOf({ search: [word('tekući', [IBAN.private])] })).toEqual([]);
  });
});

describe('one consent', () => {
  it('is shown to its PSU with the reads under it; to another PSU it is unknown', async () => {
    const [consentId = ''] = await idsOf();
    const { consent, accesses } = await services.bus.ask(readPsuConsent, { ...PSU, consentId });
    expect([consent.consentId, consent.tppName, accesses]).toEqual([consentId, TPP.name, []]);
    for (const psuId of ['psu-private', 'psu-nobody']) {
      expect(await situationOf(services.bus.ask(readPsuConsent, { psuId, consentId }))).toBe('resourceUnknown');
    }
  });

  it.each([
    ['of accounts', (): Promise<string> => granted()],
    ['of funds', grantedForFunds],
  ])(
    '%s is withdrawn only by who sees it: to a PSU that signed in for another company it is unknown',
    async (_, ask) => {
      const consentId = await ask();
      const withdraw = (of: object) => services.bus.ask(revokeConsent, { ...PSU, consentId, ...of });
      expect(await situationOf(withdraw({ corporateId: 'another-company' }))).toBe('resourceUnknown');
      expect(await withdraw({})).toEqual({ consentStatus: 'revokedByPsu' });
    },
  );
});
