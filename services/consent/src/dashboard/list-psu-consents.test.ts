import {
  listPsuConsents,
  type PsuConsent,
  readConsentStatus,
  revokeConsent,
  useConsent,
  useFundsConsent,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, askForFundsConsent, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent'));

const tpp = { ...TPP, roles: [...TPP.roles] };

async function granted(psuId = 'psu-multi', body: object = {}): Promise<string> {
  const iban = psuId === 'psu-multi' ? IBAN.multi : IBAN.private;
  const created = await askForConsent(services.bus, { access: { balances: [{ iban }] }, ...body });
  await approveOnBus(services.bus, created, psuId);
  return created.consentId;
}

function use(consentId: string, psuPresent: boolean) {
  return services.bus.ask(useConsent, { tpp, consentId, psuPresent, kind: 'list' });
}

async function consentsOf(psuId: string): Promise<PsuConsent[]> {
  return (await services.bus.ask(listPsuConsents, { psuId })).consents;
}

async function shown(psuId: string, consentId: string): Promise<PsuConsent | undefined> {
  return (await consentsOf(psuId)).find((consent) => consent.consentId === consentId);
}

describe('the consents of a PSU', () => {
  it('are shown with TPP, accounts, rights, status and history; valid ones come first', async () => {
    const earlier = await granted();
    const present = await granted();
    const consents = await consentsOf('psu-multi');
    expect(consents.map(({ consentId }) => consentId).slice(0, 2)).toEqual([present, earlier]);
    expect(consents[0]).toMatchObject({
      tppName: TPP.name,
      tppId: TPP.id,
      grants: [{ account: { iban: IBAN.multi }, rights: ['accounts', 'balances'] }],
      recurringIndicator: true,
      consentStatus: 'valid',
      usesInAll: 0,
      usesToday: 0,
    });
    expect(consents[0]?.history.map(({ event, by }) => [event, by])).toEqual([
      ['created', 'tpp'],
      ['authorised', 'psu'],
    ]);
    expect(consents[1]).toMatchObject({ consentId: earlier, consentStatus: 'expired' });
  });

  it('include the newest 500 ended ones, and a flag if there are more', async () => {
    const consentId = await granted('psu-private');
    const stored = services.database('consent').collection<{ _id: string }>('consents');
    const consent = await stored.findOne({ _id: consentId });
    const endedBefore = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({
        ...consent,
        _id: `ended-${from + index}`,
        requestId: crypto.randomUUID(),
        consentStatus: 'revokedByPsu',
        authorisedAt: new Date(Date.UTC(2020, 0, 1, 0, from + index)),
      }));
    const listed = () => services.bus.ask(listPsuConsents, { psuId: 'psu-private' });
    const { length } = (await listed()).consents.filter(({ consentStatus }) => consentStatus !== 'valid');
    await stored.insertMany(endedBefore(500 - length));
    expect((await listed()).moreEnded).toBeUndefined();
    await stored.insertMany(endedBefore(2, 600));
    const { consents, moreEnded } = await listed();
    expect([consents.filter(({ consentStatus }) => consentStatus !== 'valid').length, moreEnded]).toEqual([500, true]);
    expect(consents.some((one) => one.consentId === 'ended-601')).toBe(true);
    expect(consents.some((one) => one.consentId === 'ended-0')).toBe(false);
    await stored.deleteMany({ _id: { $regex: '^ended-' } });
  });

  it('are not shown to another PSU, and a request that no PSU granted is not shown at all', async () => {
    const consentId = await granted();
    const { consentId: asked } = await askForConsent(services.bus, {}, { psu: { psuId: 'psu-multi' } });
    expect(await shown('psu-private', consentId)).toBeUndefined();
    expect(await shown('psu-multi', asked)).toBeUndefined();
    expect(await consentsOf('psu-nobody')).toEqual([]);
  });

  it('show the number of uses, with the PSU present or not; a refused read counts nothing', async () => {
    const consentId = await granted();
    for (let read = 1; read <= 6; read++) await situationOf(use(consentId, false));
    await Promise.all(Array.from({ length: 10 }, () => use(consentId, true)));
    const consent = await shown('psu-multi', consentId);
    expect(consent).toMatchObject({ usesToday: 14, usesInAll: 14 });
    expect(Date.now() - new Date(consent?.lastUsedAt ?? 0).getTime()).toBeLessThan(60_000);
  });

  it('show the reads by day and kind, to their PSU alone', async () => {
    const consentId = await granted();
    for (const psuPresent of [true, true, false]) await use(consentId, psuPresent);
    const accessesFor = async (psuId: string) =>
      (await services.bus.ask(listPsuConsents, { psuId, accessesOf: consentId })).accesses;
    const found = await accessesFor('psu-multi');
    expect(found?.map(({ kind, psuPresent, times }) => [kind, psuPresent, times]).toSorted()).toEqual([
      ['list', false, 1],
      ['list', true, 2],
    ]);
    expect(found?.[0]?.day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await accessesFor('psu-private')).toBeUndefined();
  });

  it('include uses counted a moment before a stop', async () => {
    const created = await askForConsent(services.bus);
    await approveOnBus(services.bus, created);
    await services.bus.ask(useConsent, { tpp, consentId: created.consentId, psuPresent: true, kind: 'list' });
    await services.running.consent.stop();
    await services.restart('consent');
    expect(await shown('psu-private', created.consentId)).toMatchObject({ usesInAll: 1 });
  });
});

describe('withdrawing a consent', () => {
  const revoke = (psuId: string, consentId: string) => services.bus.ask(revokeConsent, { psuId, consentId });
  const statusOf = async (consentId: string) =>
    (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus;

  it('is final and idempotent: it is recorded once, and a later authorisation does not reverse it', async () => {
    const consentId = await granted();
    const answers = await Promise.all([
      revoke('psu-multi', consentId),
      revoke('psu-multi', consentId),
      revoke('psu-multi', consentId),
    ]);
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ consentStatus: 'revokedByPsu' })));
    const consent = await shown('psu-multi', consentId);
    expect(consent?.history.filter(({ event }) => event === 'revoked')).toEqual([
      expect.objectContaining({ by: 'psu', consentStatus: 'revokedByPsu' }),
    ]);
    await granted();
    expect(await statusOf(consentId)).toBe('revokedByPsu');
  });

  it('is refused as unknown for a consent of another PSU, and changes nothing', async () => {
    const consentId = await granted();
    expect(await situationOf(revoke('psu-private', consentId))).toBe('resourceUnknown');
    expect(await situationOf(revoke('psu-multi', crypto.randomUUID()))).toBe('resourceUnknown');
    expect(await statusOf(consentId)).toBe('valid');
  });

  it('to the confirmation of funds, which is shown without uses, takes effect at once', async () => {
    const created = await askForFundsConsent(services.bus, { account: { iban: IBAN.multi } });
    await approveOnBus(services.bus, created, 'psu-multi');
    const { consentId } = created;
    const question = () =>
      situationOf(services.bus.ask(useFundsConsent, { tpp, consentId, account: { iban: IBAN.multi } }));
    const consent = await shown('psu-multi', consentId);
    expect(consent).toMatchObject({
      kind: 'fundsConsent',
      grants: [{ account: { iban: IBAN.multi }, rights: [] }],
      consentStatus: 'valid',
    });
    expect(Object.keys(consent ?? {})).not.toContain('usesInAll');
    expect(await question()).toBeUndefined();
    expect(await situationOf(revoke('psu-private', consentId))).toBe('resourceUnknown');
    expect(await revoke('psu-multi', consentId)).toEqual({ consentStatus: 'revokedByPsu' });
    expect(await question()).toBe('consentNotUsable');
    expect(await shown('psu-multi', consentId)).toMatchObject({ consentStatus: 'revokedByPsu' });
  });

  it('changes nothing if the consent has ended already', async () => {
    const earlier = await granted();
    await granted();
    expect(await revoke('psu-multi', earlier)).toEqual({ consentStatus: 'expired' });
  });
});

describe('the uses of a consent', () => {
  it('are counted for each day, and in total', async () => {
    const created = await askForConsent(services.bus);
    await approveOnBus(services.bus, created);
    const read = (psuPresent: boolean) =>
      services.bus.ask(useConsent, { tpp, consentId: created.consentId, psuPresent, kind: 'list' });
    const uses = () => shown('psu-private', created.consentId);
    await read(true);
    await read(false);
    expect(await uses()).toMatchObject({ usesToday: 2, usesInAll: 2 });
    services.clock.forward({ days: 1 });
    expect(await uses()).toMatchObject({ usesToday: 0, usesInAll: 2 });
    await read(true);
    expect(await uses()).toMatchObject({ usesToday: 1, usesInAll: 3 });
    services.clock.forward({ days: 200 });
    expect(await uses()).toMatchObject({ consentStatus: 'expired' });
  });
});
