import {
  abandonAuthorisations,
  type ReplyOf,
  type RequestInputOf,
  readApproval,
  reportApproval,
  type ScaContent,
  type startAuthorisation,
} from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, RETURN } from '@xs2a/test-system/data/fixtures';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { startServices, startServicesOf } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { describe, expect, it } from 'vitest';

type Approval = Extract<RequestInputOf<typeof reportApproval>, { verdict: 'approved' }>;

const OAUTH = {
  integrated: true,
  server: {
    metadataUrl: 'https://login.bank.example/.well-known/oauth-authorization-server',
    issuer: 'https://login.bank.example',
    keysUrl: 'https://login.bank.example/keys',
    audience: 'https://xs2a.bank.example',
    scopes: { accounts: 'psd2-ais', payments: 'psd2-pis', funds: 'psd2-piis' },
    psuIdClaim: 'sub',
  },
};
const FACTORS = ['knowledge', 'possession'] as const;
const tppId = TPP.id;

const services = forAllTests(() =>
  startServicesOf(profileFile({ oauth: OAUTH, payeeVerification: 'off' }), 'bank', 'sca'),
);

async function startAtBankServer(
  overrides: Partial<RequestInputOf<typeof startAuthorisation>> = {},
): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT', ...overrides });
  await authorisation.start();
  return authorisation;
}

const ofModel = (model: 'allPsd2' | 'bankOffered'): ScaContent =>
  ({ ...CONTENTS.consent, model, grants: [], rights: ['balances'] }) as ScaContent;

const show = (authorisationId: string, more: object = {}) =>
  services.bus.ask(readApproval, { tppId, authorisationId, ...more });

const report = ({ id }: TppAuthorisation, more: Partial<Approval> & { contentHash: string }) =>
  services.bus.ask(reportApproval, {
    verdict: 'approved',
    tppId,
    authorisationId: id,
    psuId: 'psu-private',
    factors: [...FACTORS],
    ...more,
  });

const decline = ({ id }: TppAuthorisation) =>
  services.bus.ask(reportApproval, { verdict: 'declined', tppId, authorisationId: id });

/** Reports that the PSU has signed in, was shown the content, and approves it. */
async function approve(authorisation: TppAuthorisation, more: Partial<Approval> = {}) {
  const { psuId = 'psu-private' } = more;
  const { contentHash = '' } = await show(authorisation.id, { psuId });
  return report(authorisation, { contentHash, ...more });
}

const statusOf = async (authorisation: TppAuthorisation) => (await authorisation.status()).scaStatus;

describe("the bank's own authorisation server (decision 100)", () => {
  it('is shown the order, the TPP and the return addresses; after the sign-in, the content that the PSU approves', async () => {
    const authorisation = await startAtBankServer({ psu: { psuId: 'psu-private' } });
    const shown = await show(authorisation.id);
    expect(shown).toMatchObject({
      scaStatus: 'received',
      isOpen: true,
      tppName: expect.stringContaining('Sandbox TPP'),
      redirectUris: [RETURN.ok, RETURN.nok],
      content: CONTENTS.payment,
      namedPsu: { psuId: 'psu-private' },
    });
    expect(shown.contentHash).toBeUndefined();
    const { contentHash } = await show(authorisation.id, { psuId: 'psu-private' });
    expect(contentHash).toBe(authorisation.contentHash);
  });

  it('an approval finalises it, once; the same report again gets the same answer', async () => {
    const authorisation = await startAtBankServer();
    expect(await approve(authorisation)).toEqual({ scaStatus: 'finalised', counts: true });
    expect(await statusOf(authorisation)).toBe('finalised');
    const again = await report(authorisation, { contentHash: authorisation.contentHash });
    expect(again).toEqual({ scaStatus: 'finalised', counts: true });
    const stored = await services
      .database('sca')
      .collection<{ _id: string; history: { event: string; psuId?: string }[] }>('authorisations')
      .findOne({ _id: authorisation.id });
    expect(stored).toMatchObject({ approvedAtServer: { factors: FACTORS } });
    expect(stored?.history.map(({ event }) => event)).toEqual(['created', 'authenticated', 'opened', 'approved']);
    expect(stored?.history.at(-1)?.psuId).toBe('psu-private');
  });

  it('an approval of content other than that shown does not count', async () => {
    const authorisation = await startAtBankServer();
    const other = await startAtBankServer({ content: transferFrom(IBAN.private, IBAN.savings) });
    const changed = report(authorisation, { contentHash: other.contentHash });
    expect(await situationOf(changed)).toBe('fieldInvalid');
    expect(await statusOf(authorisation)).toBe('received');
  });

  it.each([[['knowledge']], [['possession', 'possession']], [[]]] as const)(
    'factors %j are too few',
    async (factors) => {
      const authorisation = await startAtBankServer();
      const { contentHash } = authorisation;
      expect(await situationOf(report(authorisation, { contentHash, factors: [...factors] }))).toBe('fieldInvalid');
      expect(await statusOf(authorisation)).toBe('received');
    },
  );

  it.each([
    ['of an account that is not its own', 'psu-multi', {}, 'accountsNotOfPsu'],
    ['whom the TPP did not name', 'psu-private', { psu: { psuId: 'psu-multi' } }, 'otherPsuExpected'],
    ['whom the bank does not know', 'nobody', {}, 'bankSignInUnknown'],
    ['who has approved the same before', 'psu-private', { signedBy: ['psu-private'] }, 'signedAlready'],
  ])('a PSU %s sees the reason and approves nothing', async (_, psuId, overrides, problem) => {
    const authorisation = await startAtBankServer(overrides);
    const shown = await show(authorisation.id, { psuId });
    expect([shown.problem, shown.contentHash]).toEqual([problem, undefined]);
    const { contentHash } = authorisation;
    expect(await report(authorisation, { psuId, contentHash })).toEqual({
      scaStatus: 'received',
      counts: false,
      problem,
    });
    expect(await statusOf(authorisation)).toBe('received');
  });

  it('a PSU without any method here is judged by its accounts all the same', async () => {
    const psus = services.database('bank').collection<{ _id: string; scaMethods: object[] }>('psus');
    const before = await psus.findOneAndUpdate({ _id: 'psu-multi' }, { $set: { scaMethods: [] } });
    const authorisation = await startAtBankServer();
    expect((await show(authorisation.id, { psuId: 'psu-multi' })).problem).toBe('accountsNotOfPsu');
    await psus.updateOne({ _id: 'psu-multi' }, { $set: { scaMethods: before?.scaMethods ?? [] } });
  });

  it('the approval of another PSU no longer counts after one has approved', async () => {
    const authorisation = await startAtBankServer();
    const { contentHash } = authorisation;
    await approve(authorisation);
    const other = await report(authorisation, { contentHash, psuId: 'psu-multi' });
    expect(other).toEqual({ scaStatus: 'finalised', counts: false });
    expect(await decline(authorisation)).toEqual({ scaStatus: 'finalised', counts: false });
  });

  it('of two simultaneous decisions one counts', async () => {
    const authorisation = await startAtBankServer();
    const { contentHash } = authorisation;
    const decisions = [report(authorisation, { contentHash }), decline(authorisation)];
    // The second caller may be told to retry.
    const answers = await Promise.all(decisions.map((one) => one.catch(() => undefined)));
    const counting = answers.filter((answer) => answer?.counts);
    expect(counting.length).toBeLessThanOrEqual(1);
    const scaStatus = await statusOf(authorisation);
    expect(['finalised', 'failed']).toContain(scaStatus);
    for (const answer of counting) expect(answer?.scaStatus).toBe(scaStatus);
  });

  it('a refusal fails it, and an approval comes too late', async () => {
    const authorisation = await startAtBankServer();
    expect(await decline(authorisation)).toEqual({ scaStatus: 'failed', counts: true });
    const { contentHash } = authorisation;
    expect(await report(authorisation, { contentHash })).toEqual({ scaStatus: 'failed', counts: false });
  });

  it('an authorisation that the owner has ended is no longer open', async () => {
    const parent = { kind: 'payment' as const, id: crypto.randomUUID() };
    const authorisation = await startAtBankServer({ parent });
    await services.bus.ask(abandonAuthorisations, { parent });
    expect((await show(authorisation.id, { psuId: 'psu-private' })).isOpen).toBe(false);
    const { contentHash } = authorisation;
    expect(await report(authorisation, { contentHash })).toEqual({ scaStatus: 'failed', counts: false });
    const scope = `PIS:${parent.id}`;
    expect(await situationOf(services.bus.ask(readApproval, { tppId, scope }))).toBe('authorisationUnknown');
  });

  it('another TPP cannot lead a PSU to it', async () => {
    const { id, contentHash } = await startAtBankServer();
    const other = { tppId: 'PSDHR-HNB-OTHER', authorisationId: id };
    expect(await situationOf(services.bus.ask(readApproval, other))).toBe('authorisationUnknown');
    const approval = { verdict: 'approved' as const, psuId: 'psu-private', contentHash, factors: [...FACTORS] };
    expect(await situationOf(services.bus.ask(reportApproval, { ...approval, ...other }))).toBe('authorisationUnknown');
  });

  it('a scope names exactly one resource', async () => {
    for (const asked of [{ scope: 'PIS' }, { scope: 'everything' }, {}, { scope: 'PIS:a', authorisationId: 'b' }])
      expect(await situationOf(services.bus.ask(readApproval, { tppId, ...asked }))).toBe('fieldInvalid');
  });

  it('of several open authorisations, that of the signed-in PSU is shown', async () => {
    const parent = { kind: 'payment' as const, id: crypto.randomUUID() };
    const own = await startAtBankServer({ parent, psu: { psuId: 'psu-private' } });
    await startAtBankServer({ parent, psu: { psuId: 'psu-multi' } });
    const shown = await services.bus.ask(readApproval, { tppId, scope: `PIS:${parent.id}`, psuId: 'psu-private' });
    expect(shown.authorisationId).toBe(own.id);
  });

  it('for a consent without accounts the PSU approves the list of its own accounts', async () => {
    const parent = { kind: 'consent' as const, id: crypto.randomUUID() };
    const authorisation = await startAtBankServer({ parent, content: ofModel('allPsd2') });
    const shown = await show(authorisation.id, { psuId: 'psu-private' });
    const accounts = shown.content.kind === 'consent' ? shown.content.grants.map(({ account }) => account.iban) : [];
    expect(accounts).toContain(IBAN.private);
    expect(shown.contentHash).not.toBe(authorisation.contentHash);
    const { contentHash: unnamed } = authorisation;
    expect(await situationOf(report(authorisation, { contentHash: unnamed }))).toBe('fieldInvalid');
    expect(await approve(authorisation)).toEqual({ scaStatus: 'finalised', counts: true });
  });

  it('of offered accounts the PSU approves those that it chose', async () => {
    const parent = { kind: 'consent' as const, id: crypto.randomUUID() };
    const authorisation = await startAtBankServer({ parent, content: ofModel('bankOffered') });
    const offered = await show(authorisation.id, { psuId: 'psu-private' });
    expect(offered.contentHash).toBeUndefined();
    const [first] = offered.offeredAccounts ?? [];
    const accounts = [first?.key ?? ''];
    const { contentHash = '' } = await show(authorisation.id, { psuId: 'psu-private', accounts });
    const without = await report(authorisation, { contentHash });
    expect(without).toEqual({ scaStatus: 'received', counts: false, problem: 'accountsNotChosen' });
    const others = (offered.offeredAccounts ?? []).map(({ key }) => key);
    expect(await situationOf(report(authorisation, { contentHash, accounts: others }))).toBe('fieldInvalid');
    expect(await report(authorisation, { contentHash, accounts })).toEqual({ scaStatus: 'finalised', counts: true });
  });

  it('the owner learns that a chosen account needs two signatures (decision 6)', async () => {
    const parent = { kind: 'consent' as const, id: crypto.randomUUID() };
    const authorisation = await startAtBankServer({ parent, content: ofModel('bankOffered') });
    const psuId = 'psu-corporate-1';
    const { offeredAccounts } = await show(authorisation.id, { psuId });
    const accounts = [offeredAccounts?.[0]?.key ?? ''];
    const { contentHash = '' } = await show(authorisation.id, { psuId, accounts });
    expect(await report(authorisation, { psuId, contentHash, accounts })).toMatchObject({ counts: true });
    const stored = services.database('sca').collection<{ _id: string; signaturesNeeded: number }>('authorisations');
    expect((await stored.findOne({ _id: authorisation.id }))?.signaturesNeeded).toBe(2);
  });

  it('nothing counts after the time-out', async () => {
    const authorisation = await startAtBankServer();
    services.clock.forward({ days: 2 });
    const { contentHash } = authorisation;
    expect(await report(authorisation, { contentHash })).toEqual({ scaStatus: 'failed', counts: false });
  });
});

describe('a bank whose PSUs approve on the pages of the portal', () => {
  it('accepts no approvals from an authorisation server', async () => {
    const portal = await startServices('bank', 'sca');
    const authorisation = new TppAuthorisation(portal.bus, { scaApproach: 'REDIRECT' });
    await authorisation.start();
    const asked = { tppId, authorisationId: authorisation.id };
    const { contentHash } = authorisation;
    const approval = { verdict: 'approved' as const, psuId: 'psu-private', contentHash, factors: [...FACTORS] };
    expect(await situationOf(portal.bus.ask(readApproval, asked))).toBe('addressUnknown');
    expect(await situationOf(portal.bus.ask(reportApproval, { ...asked, ...approval }))).toBe('addressUnknown');
    expect((await authorisation.status()).scaStatus satisfies ReplyOf<typeof reportApproval>['scaStatus']).toBe(
      'received',
    );
    await portal[Symbol.asyncDispose]();
  });
});
