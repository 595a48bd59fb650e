import {
  authenticatePsu,
  createBasket,
  declineAuthorisation,
  handOverConsentAuthorisation,
  isHeldAuthorisation,
  listConsentAuthorisations,
  openRedirect,
  profilesOf,
  type ReplyOf,
  readConsentStatus,
  readLinkReference,
  readScaStatus,
  readWayBack,
  type ScaParent,
  type StartedConsent,
  TAKES_HELD_AUTHORISATIONS,
  terminateConsent,
  updatePsuData,
} from '@xs2a/contracts';
import { type HistoryEntry, verifyHistory, writeCheckpoints } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import {
  approveOnBus,
  askForConsent,
  askForFundsConsent,
  askForPayment,
  creation,
  situationOf,
  TPP,
} from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices, type TestServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Authorisation } from '../model/authorisation.ts';

const services = forAllTests(() => startServices('bank', 'sca', 'consent', 'payments'));
beforeAll(async () => {
  const { consent, payments } = services.running;
  await eventually(
    async () => [consent, payments].map(({ kit }) => kit.peers.allCan('sca', TAKES_HELD_AUTHORISATIONS)),
    (can) => !can.includes(false),
  );
});

const tpp = { ...TPP, roles: [...TPP.roles] };
const OTHER_TPP = { ...tpp, id: 'PSDHR-HNB-OTHER' };

const atSca = (_id: string) => services.database('sca').collection<Authorisation>('authorisations').findOne({ _id });
const consents = () => services.database('consent').collection<{ _id: string; history: HistoryEntry[] }>('consents');
const idOf = ({ authorisation }: StartedConsent): string => authorisation?.authorisationId ?? '';
const linkOf = ({ authorisation }: StartedConsent) => ({ redirectReference: authorisation?.redirectReference ?? '' });
const addressOf = (created: StartedConsent, parent: Partial<ScaParent> = {}) => ({
  tpp,
  authorisationId: idOf(created),
  parent: { kind: 'consent' as const, id: created.consentId, ...parent },
});
const statusOf = (created: StartedConsent): Promise<ReplyOf<typeof readScaStatus>> =>
  services.bus.ask(readScaStatus, addressOf(created));
const signIn = (created: StartedConsent, password = 'psu-private-pass') =>
  services.bus.ask(authenticatePsu, { ...linkOf(created), psuId: 'psu-private', password });
const terminate = ({ consentId }: StartedConsent) =>
  services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() });
/** Runs the work at a later time, and always returns to the present. */
async function later(span: Parameters<TestServices['clock']['forward']>[0], work: () => Promise<void>): Promise<void> {
  services.clock.forward(span);
  await work().finally(() => services.clock.moveTo(new Date().toISOString()));
}

describe('an authorisation without any step so far', () => {
  it('is stored with its parent alone, and its status and page are shown without storing it in sca', async () => {
    const created = await askForConsent(services.bus);
    expect(isHeldAuthorisation(idOf(created))).toBe(true);
    const psuMessage = 'Odobrite zahtjev na stranicama banke.';
    expect(created.authorisation).toMatchObject({ scaStatus: 'received', psuKnown: false, psuMessage });
    expect(await statusOf(created)).toEqual({ scaStatus: 'received', psuMessage });
    const { view } = await services.bus.ask(openRedirect, linkOf(created));
    expect(view).toMatchObject({
      step: 'authentication',
      tppName: 'Sandbox TPP',
      tppId: TPP.id,
      authorisationId: idOf(created),
    });
    const listed = await services.bus.ask(listConsentAuthorisations, { tpp, consentId: created.consentId });
    expect(listed.authorisationIds).toEqual([idOf(created)]);
    expect(await atSca(idOf(created))).toBeNull();
  });

  it('is unknown to another TPP, as one that does not exist, and under another parent', async () => {
    const created = await askForConsent(services.bus);
    const asked = [
      { ...addressOf(created), tpp: OTHER_TPP },
      { ...addressOf(created), authorisationId: crypto.randomUUID() },
      addressOf(created, { id: crypto.randomUUID() }),
      addressOf(created, { kind: 'fundsConsent' }),
    ];
    const input = { kind: 'identification' } as const;
    for (const address of asked) {
      expect(await situationOf(services.bus.ask(readScaStatus, address))).toBe('authorisationUnknown');
      const update = services.bus.ask(updatePsuData, { ...address, psu: { psuId: 'psu-private' }, input });
      expect(await situationOf(update)).toBe('authorisationUnknown');
    }
  });

  it('of a payment is unknown under another product', async () => {
    const { paymentId, authorisation } = await askForPayment(services.bus);
    const address = { tpp, authorisationId: authorisation?.authorisationId ?? '' };
    const parent = { kind: 'payment', id: paymentId, paymentService: 'payments' } as const;
    const read = (paymentProduct: string) =>
      services.bus.ask(readScaStatus, { ...address, parent: { ...parent, paymentProduct } });
    expect(await situationOf(read('target-2-payments'))).toBe('productNotOfPayment');
    expect((await read('sepa-credit-transfers')).scaStatus).toBe('received');
  });

  it('has a link with a secret that is in no database, and is found by no other link', async () => {
    const created = await askForConsent(services.bus);
    const { redirectReference } = linkOf(created);
    const { secret = '' } = readLinkReference(redirectReference) ?? {};
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await consents().findOne({ _id: created.consentId }))).not.toContain(secret);
    const guessed = `${redirectReference.slice(0, -43)}${Buffer.alloc(32).toString('base64url')}`;
    const ofOther = redirectReference.replace(/^c/, 'f');
    for (const wrong of [guessed, ofOther, secret]) {
      expect(await situationOf(services.bus.ask(openRedirect, { redirectReference: wrong }))).toBe(
        'redirectLinkUnknown',
      );
    }
    const again = await askForConsent(services.bus);
    expect(readLinkReference(linkOf(again).redirectReference)?.secret).not.toBe(secret);
  });

  it('has the same id and link when its creation is repeated, before and after the first step', async () => {
    const requestId = crypto.randomUUID();
    const first = await askForConsent(services.bus, {}, { requestId });
    expect(await askForConsent(services.bus, {}, { requestId })).toEqual(first);
    await signIn(first);
    expect(await askForConsent(services.bus, {}, { requestId })).toEqual(first);
  });
});

describe('the first step of an authorisation', () => {
  it('stores it with its original party, start, time-out and request', async () => {
    const certificateThumbprint = 'ab'.repeat(32);
    const created = await askForConsent(services.bus, {}, { tpp: { ...tpp, certificateThumbprint } });
    await later({ minutes: 5 }, async () => void (await signIn(created, 'wrong')));
    const [parent, stored] = [await consents().findOne({ _id: created.consentId }), await atSca(idOf(created))];
    const [began] = parent?.history ?? [];
    const { at, by, requestId, certificate } = began as HistoryEntry;
    expect(certificate).toBe(certificateThumbprint);
    expect(stored?.history[0]).toMatchObject({ at, by, requestId, certificate, to: 'received' });
    expect(stored).toMatchObject({ openUntil: (parent as unknown as { authoriseUntil: Date }).authoriseUntil });
    expect(stored?.linkUntil.getTime()).toBe(at.getTime() + 10 * 60_000);
  });

  it('is taken by the PSU, by an update of the TPP, or by the PSU who declines; for consents of both kinds and payments', async () => {
    const declined = await askForConsent(services.bus);
    await services.bus.ask(declineAuthorisation, linkOf(declined));
    const { consentStatus } = await services.bus.ask(readConsentStatus, { tpp, consentId: declined.consentId });
    expect([(await statusOf(declined)).scaStatus, consentStatus]).toEqual(['failed', 'rejected']);

    const updated = await askForConsent(services.bus);
    const named = { ...addressOf(updated), psu: { psuId: 'psu-private' }, input: { kind: 'identification' } } as const;
    const { scaStatus, redirectReference } = await services.bus.ask(updatePsuData, named);
    expect([scaStatus, redirectReference]).toEqual(['psuIdentified', linkOf(updated).redirectReference]);

    const funds = await askForFundsConsent(services.bus);
    await approveOnBus(services.bus, funds);
    expect((await atSca(idOf(funds)))?.scaStatus).toBe('finalised');
    const payment = await askForPayment(services.bus);
    await approveOnBus(services.bus, payment);
    expect((await atSca(payment.authorisation?.authorisationId ?? ''))?.scaStatus).toBe('finalised');
  });

  it('stores it once if it comes twice at the same moment', async () => {
    const created = await askForConsent(services.bus);
    const settled = await Promise.allSettled([signIn(created, 'wrong'), signIn(created, 'wrong')]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const stored = services.database('sca').collection('authorisations');
    expect(await stored.countDocuments({ 'parent.id': created.consentId })).toBe(1);
  });

  it('adds evidence: the next checkpoint covers it although its history began long before', async () => {
    const created = await askForConsent(services.bus);
    const { database, log } = services.running.sca.kit;
    const { now } = services.clock;
    await later({ minutes: 9 }, async () => {
      await writeCheckpoints({ database, now, log });
      await signIn(created, 'wrong');
      await writeCheckpoints({ database, now, log });
    });
    const heads = { 'heads.id': idOf(created) };
    expect(await services.database('sca').collection('seals').countDocuments(heads)).toBe(1);
    expect((await verifyHistory(database.db)).findings).toEqual([]);
  });
});

describe('an authorisation without any step, when its parent ends', () => {
  it('has failed, its link is unknown, and sca neither receives nor stores it', async () => {
    const created = await askForConsent(services.bus);
    await terminate(created);
    expect((await statusOf(created)).scaStatus).toBe('failed');
    expect(await situationOf(signIn(created))).toBe('redirectLinkUnknown');
    const update = { ...addressOf(created), psu: { psuId: 'psu-private' }, input: { kind: 'identification' } } as const;
    expect(await situationOf(services.bus.ask(updatePsuData, update))).toBe('authorisationFailed');
    const { delivered = [] } = ((await consents().findOne({ _id: created.consentId })) ?? {}) as { delivered?: [] };
    expect(delivered).toEqual([]);
    expect(await atSca(idOf(created))).toBeNull();
  });

  it('says so if it timed out, and the link leads back to the TPP', async () => {
    const created = await askForConsent(services.bus);
    await later({ minutes: 11 }, async () => {
      expect(await situationOf(services.bus.ask(openRedirect, linkOf(created)))).toBe('redirectLinkExpired');
      const { returnUri } = await services.bus.ask(readWayBack, linkOf(created));
      expect(returnUri).toMatch(/^https:\/\/tpp\.example\/nok/);
    });
    await later({ days: 2 }, async () => {
      await services.running.consent.kit.jobs.runNow('rejectUnauthorised');
      const psuMessage = 'Zahtjev nije odobren na vrijeme.';
      expect(await statusOf(created)).toEqual({ scaStatus: 'failed', psuMessage });
      expect(await situationOf(signIn(created))).toBe('redirectLinkExpired');
      expect(await atSca(idOf(created))).toBeNull();
    });
  });

  it('has failed for good in a basket: its members cannot be approved alone', async () => {
    const { paymentId, authorisation } = await askForPayment(services.bus);
    await services.bus.ask(createBasket, { ...creation(), body: { paymentIds: [paymentId] } });
    const parent = {
      kind: 'payment',
      id: paymentId,
      paymentService: 'payments',
      paymentProduct: 'sepa-credit-transfers',
    } as const;
    const address = { tpp, authorisationId: authorisation?.authorisationId ?? '', parent };
    expect((await services.bus.ask(readScaStatus, address)).scaStatus).toBe('failed');
  });

  it('is stored as failed if sca is about to store it', async () => {
    const created = await askForConsent(services.bus);
    const parent = { kind: 'consent' as const, id: created.consentId };
    const asked = { parent, by: linkOf(created), take: true } as const;
    const { authorisation } = await services.bus.ask(handOverConsentAuthorisation, asked);
    expect(authorisation).toMatchObject({ authorisationId: idOf(created) });
    await terminate(created);
    expect((await atSca(idOf(created)))?.history.map(({ to }) => to)).toEqual(['received', 'failed']);
    expect(await situationOf(signIn(created))).toBe('redirectLinkUnknown');
  });

  it('is failed by sca as usual if sca has stored it', async () => {
    const created = await askForConsent(services.bus);
    await signIn(created);
    await terminate(created);
    expect((await atSca(idOf(created)))?.scaStatus).toBe('failed');
  });
});

describe('while one replica of sca cannot take over held authorisations', () => {
  it('the others take over all of them, and sca stores new authorisations itself, until that replica is gone', async () => {
    const { connection } = services.bus;
    const word = { instance: 'of the version before', service: 'sca', fingerprint: 'x' };
    const { peers } = services.running.consent.kit;
    const say = async (more: object, can: boolean): Promise<void> => {
      connection.publish(profilesOf('sca'), JSON.stringify({ ...word, ...more }));
      await eventually(
        async () => peers.allCan('sca', TAKES_HELD_AUTHORISATIONS),
        (now) => now === can,
      );
    };
    const untouched = await askForConsent(services.bus);
    const payment = await askForPayment(services.bus);
    await say({}, false);
    for (const { authorisation } of [untouched, payment]) {
      await eventually(
        () => atSca(authorisation?.authorisationId ?? ''),
        (taken) => taken?.redirectReference === authorisation?.redirectReference,
      );
    }
    const started = await askForConsent(services.bus);
    expect(isHeldAuthorisation(idOf(started))).toBe(false);
    expect(linkOf(started).redirectReference).toMatch(/^[\w-]{43}$/);
    expect((await atSca(idOf(started)))?.scaStatus).toBe('received');
    await say({ leaves: true }, true);
    expect(await atSca(idOf(await askForConsent(services.bus)))).toBeNull();
  });
});
