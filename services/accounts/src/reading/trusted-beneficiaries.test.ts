import { readConsent } from '@xs2a/contracts';
import { forAllTests, hrefOf, profileFile, TppClient } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const account = { iban: IBAN.private };
const savings = { iban: IBAN.savings };
const services = forAllTests(() => {
  const profile = profileFile('trustedBeneficiaries: true');
  return startServicesOf(profile, 'bank', 'sca', 'consent', 'accounts', 'payments', 'gateway');
});
let tpp: TppClient;
beforeAll(async () => {
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
  // A one-off consent permits one read of the list, so another consent is used to wait until the bank has fed the account.
  const { read } = await approvedConsent({ recurringIndicator: true, frequencyPerDay: 4 }, undefined, [
    account,
    savings,
  ]);
  await eventually(
    () => read('/v1/accounts'),
    ({ body: { accounts } }) => (accounts as unknown[] | undefined)?.length === 2,
  );
});

/** Returns a consent that its PSU has approved, and a function that reads under it with the PSU present. */
async function approvedConsent(
  uses: { recurringIndicator: boolean; frequencyPerDay: number },
  additionalInformation?: object,
  accounts: readonly object[] = [account],
) {
  const access = { accounts: [...accounts], ...(additionalInformation && { additionalInformation }) };
  const created = await askForConsent(services.bus, { access, ...uses });
  await approveOnBus(services.bus, created);
  const headers = { 'Consent-ID': created.consentId, 'PSU-IP-Address': '192.0.2.10' };
  return { consentId: created.consentId, read: (path: string) => tpp.get(path, { headers }) };
}

/** Returns a one-off consent and a function that reads the list under it. */
async function granted(additionalInformation?: object, accounts: readonly object[] = [account]) {
  const oneOff = { recurringIndicator: false, frequencyPerDay: 1 };
  const { consentId, read } = await approvedConsent(oneOff, additionalInformation, accounts);
  const listed = (await read('/v1/accounts')).body['accounts'] as (Linked & { iban: string })[];
  const idOf = (iban: string) => listed.find((one) => one.iban === iban)?.resourceId ?? '';
  const list = () => read('/v1/trusted-beneficiaries');
  return {
    consentId,
    list,
    listOf: (accountId: string, parameter = 'account-id') =>
      read(`/v1/trusted-beneficiaries?${parameter}=${accountId}`),
    idOf,
  };
}

interface Linked {
  readonly resourceId: string;
  readonly _links?: Record<string, { href: string }>;
}

describe('trusted beneficiaries (decision 81)', () => {
  it('are read for one account also by the earlier parameter accountId, and refused for two accounts', async () => {
    const { listOf, idOf } = await granted({ trustedBeneficiaries: [account] }, [account, savings]);
    expect(await listOf(`${idOf(IBAN.private)}&accountId=other`)).toMatchObject({
      status: 400,
      body: { tppMessages: [{ path: 'accountId' }] },
    });
    expect((await listOf(idOf(IBAN.private), 'accountId')).body['trustedBeneficiaries']).toHaveLength(1);
  });

  it('are returned with their account if the consent names it for them and the PSU approved that', async () => {
    const { consentId, list, listOf, idOf } = await granted({ trustedBeneficiaries: [account] }, [account, savings]);
    const { status, body } = await list();
    const debtorAccount = { ...account, currency: 'EUR' };
    expect([status, body]).toMatchObject([
      200,
      { trustedBeneficiaries: [{ trustedBeneficiaryId: 'T-1101-1', creditorName: 'Ana Anić', debtorAccount }] },
    ]);
    expect((await listOf(idOf(IBAN.private))).body).toEqual(body);
    const content = await services.bus.ask(readConsent, { tpp: { ...TPP, roles: [...TPP.roles] }, consentId });
    expect(content.access.additionalInformation).toEqual({ trustedBeneficiaries: [account] });
  });

  it('are refused like balances for an account that the consent does not cover, or covers for other data', async () => {
    const { listOf, idOf } = await granted({ trustedBeneficiaries: [account] }, [account, savings]);
    const refused = async (accountId: string) => {
      const { status, body } = await listOf(accountId);
      return [status, (body['tppMessages'] as { code: string }[] | undefined)?.[0]?.code];
    };
    expect(await refused(idOf(IBAN.savings))).toEqual([401, 'CONSENT_INVALID']);
    expect(await refused(crypto.randomUUID())).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(await refused('')).toEqual([400, 'FORMAT_ERROR']);
  });

  it('are linked from an account whose consent covers them, and from no other', async () => {
    for (const [wish, isCovered] of [
      [{ trustedBeneficiaries: [account] }, true],
      [undefined, false],
    ] as const) {
      const { read } = await approvedConsent({ recurringIndicator: true, frequencyPerDay: 4 }, wish);
      const [listed] = (await read('/v1/accounts')).body['accounts'] as Linked[];
      const { account: details } = (await read(`/v1/accounts/${listed?.resourceId}`)).body as { account: Linked };
      for (const one of [listed, details]) expect('trustedBeneficiaries' in (one?._links ?? {})).toBe(isCovered);
      const href = details._links?.['trustedBeneficiaries']?.href;
      if (href !== undefined) expect((await read(href)).status).toBe(200);
    }
  });

  it('are counted like every read of a one-off consent: once for all accounts, and once for each account', async () => {
    const { list, listOf, idOf } = await granted({ trustedBeneficiaries: [] }, [account, savings]);
    const reads = [list, () => listOf(idOf(IBAN.private)), () => listOf(idOf(IBAN.savings))];
    const statuses: number[] = [];
    for (const read of [...reads, ...reads]) statuses.push((await read()).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it('require a separate right', async () => {
    const { status, body } = await (await granted()).list();
    expect([status, body['tppMessages']]).toMatchObject([401, [{ code: 'CONSENT_INVALID' }]]);
  });
});

describe('trustedBeneficiaryFlag in the status of an authorisation (decision 81)', () => {
  /** Returns the status of the authorisation of a payment to this creditor, before and after the PSU approved it. */
  async function statusesOf(creditorAccount: object): Promise<unknown[]> {
    const order = paymentOrder({ creditorAccount, debtorAccount: account });
    const created = await tpp.post('/v1/payments/sepa-credit-transfers', order, { headers: REDIRECT_HEADERS });
    const status = async () => (await tpp.follow(created, 'scaStatus')).body['trustedBeneficiaryFlag'];
    const before = await status();
    const redirectReference = hrefOf(created, 'scaRedirect').split('/').at(-1) ?? '';
    await approveOnBus(services.bus, { authorisation: { redirectReference } });
    return [before, await status()];
  }

  it('shows, once the authorisation is final, whether the creditor is trusted on the account of the debtor', async () => {
    const { list } = await granted({ trustedBeneficiaries: [account] });
    const [trusted] = (await list()).body['trustedBeneficiaries'] as { creditorAccount: object }[];
    expect(await statusesOf(trusted?.creditorAccount ?? {})).toEqual([undefined, true]);
    expect(await statusesOf({ iban: 'HR1723600001101234565' })).toEqual([undefined, false]);
  });
});
