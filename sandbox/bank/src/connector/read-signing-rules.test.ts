import {
  type AccountReference,
  checkExemption,
  type RequestOf,
  readSigningRules,
  type ScaContent,
  type ScaContentOf,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, test } from 'vitest';
import { ELSEWHERE, PRIVATE, startBank } from '../../test/test-context.ts';

const COMPANY = 'HR2999900051300000015';
const EXEMPT_CURRENT = 'HR5899900051500000010';
const EXEMPT_SAVINGS = 'HR1099900051600000017';

const at = forAllTests(() => startBank());

describe('the number of signatures that a request needs', () => {
  const needed = (request: RequestOf<typeof readSigningRules>) =>
    at.bus.ask(readSigningRules, request).then(({ signaturesNeeded }) => signaturesNeeded);

  test.each([
    ['an account of one person', [{ iban: PRIVATE }], undefined, 1],
    ['an account of a company', [{ iban: COMPANY }], undefined, 2],
    ['the company account in its currency', [{ iban: COMPANY, currency: 'EUR' }], undefined, 2],
    ['several accounts: the strictest counts', [{ iban: PRIVATE }, { iban: COMPANY }], undefined, 2],
    ['an account that the bank does not know', [{ iban: ELSEWHERE }], undefined, 1],
    ['no account, and no company', [], undefined, 1],
    ['no account, but a company', [], 'corp-1', 2],
    ['an unknown company', [], 'corp-2', 1],
    ['an account, whatever the company', [{ iban: PRIVATE }], 'corp-1', 1],
  ])('%s', async (_, accounts: AccountReference[], corporateId, expected) => {
    expect(await needed({ accounts, ...(corporateId && { corporateId }) })).toBe(expected);
  });
});

describe('the exemption of transfers between own accounts (RTS Art. 15)', () => {
  const exempted = (content: ScaContent, psuId = 'psu-exempt') =>
    at.bus.ask(checkExemption, { psuId, content }).then((answer) => answer.exempted);

  const ownTransfer = {
    kind: 'payment',
    paymentService: 'payments',
    paymentProduct: 'sepa-credit-transfers',
    instructedAmount: { currency: 'EUR', amount: '100.00' },
    debtorAccount: { iban: EXEMPT_CURRENT },
    creditorName: 'Petra Marić',
    creditorAccount: { iban: EXEMPT_SAVINGS },
  } as const satisfies ScaContentOf<'payment'>;

  test('holds for a single payment from an own account to an own account', async () => {
    expect(await exempted(ownTransfer)).toBe(true);
  });

  test('does not apply if one of the accounts is not the PSU’s alone', async () => {
    expect(await exempted({ ...ownTransfer, creditorAccount: { iban: ELSEWHERE } })).toBe(false);
    expect(await exempted({ ...ownTransfer, creditorAccount: { iban: PRIVATE } })).toBe(false);
    expect(await exempted({ ...ownTransfer, debtorAccount: { iban: PRIVATE } })).toBe(false);
    expect(await exempted({ ...ownTransfer, debtorAccount: { iban: COMPANY } }, 'psu-corporate-1')).toBe(false);
  });

  test('applies only to PSUs that have agreed it with the bank', async () => {
    const between = { debtorAccount: { iban: PRIVATE }, creditorAccount: { iban: 'HR0599900051100000027' } };
    expect(await exempted({ ...ownTransfer, ...between }, 'psu-private')).toBe(false);
    expect(await exempted(ownTransfer, 'psu-private')).toBe(false);
    expect(await exempted(ownTransfer, 'nobody')).toBe(false);
  });

  const { kind: _, ...transfer } = ownTransfer;
  const bulk: ScaContent = {
    kind: 'bulkPayment',
    paymentService: 'bulk-payments',
    paymentProduct: 'pain.001-sepa-credit-transfers',
    debtorAccounts: [ownTransfer.debtorAccount],
    numberOfTransactions: 1,
    totals: [ownTransfer.instructedAmount],
    payees: [ownTransfer],
    payeesHash: 'hash',
  };
  const consent: ScaContent = {
    kind: 'consent',
    model: 'detailed',
    grants: [{ account: ownTransfer.debtorAccount, rights: ['accounts'] }],
    rights: [],
    recurring: false,
    validUntil: '2027-01-01',
    frequencyPerDay: 1,
  };
  test.each<[string, ScaContent]>([
    ['a standing order', { ...transfer, kind: 'periodicPayment', startDate: '2027-01-01', frequency: 'Monthly' }],
    ['a bulk payment', bulk],
    ['a cancellation', { kind: 'cancellation', payment: ownTransfer }],
    ['a basket', { kind: 'basket', members: [ownTransfer], totals: [ownTransfer.instructedAmount] }],
    ['a consent', consent],
    ['a consent to funds checks', { kind: 'fundsConsent', accounts: [ownTransfer.debtorAccount] }],
  ])('does not hold for %s', async (_, content) => {
    expect(await exempted(content)).toBe(false);
  });
});
