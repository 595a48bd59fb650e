import type { ReplyOf, verifyPayee } from '@xs2a/contracts';
import type { AccountHolder } from '@xs2a/payee-matching';
import { croatianIban } from './croatian-iban.ts';

/** The holders of an account, or what the bank of a payee says to every name; and how long it takes. */
export type VerifiedPayee = { readonly holders: readonly AccountHolder[] } | SameAnswer;
interface SameAnswer {
  readonly answer: ReplyOf<typeof verifyPayee>;
  readonly afterMs?: number;
}

/** Fictitious bank whose accounts show each result of a verification of payee. */
const BANK = '999103';

/** Longer than a verification may take. */
const SILENT_MS = 6_000;
const LATE_MS = 2_000;

/** Payees for tests of the verification of payee (docs/payee-verification.md). The name of every other payee is right. */
export const VERIFIED_PAYEES: ReadonlyMap<string, VerifiedPayee> = new Map<string, VerifiedPayee>([
  [croatianIban(BANK, '100000001'), { answer: { partyNameMatch: 'MTCH' } }],
  [croatianIban(BANK, '100000002'), { answer: { partyNameMatch: 'CMTC', matchedName: 'Marija Kovačević' } }],
  [croatianIban(BANK, '100000003'), { answer: { partyNameMatch: 'NMTC' } }],
  [croatianIban(BANK, '100000004'), { answer: { partyNameMatch: 'NOAP' } }],
  [croatianIban(BANK, '100000005'), { answer: { partyNameMatch: 'MTCH' }, afterMs: SILENT_MS }],
  [croatianIban(BANK, '100000006'), { answer: { partyNameMatch: 'NMTC' }, afterMs: LATE_MS }],
  [
    croatianIban(BANK, '100000007'),
    {
      holders: [
        { kind: 'person', name: 'Đurđa Šarić' },
        { kind: 'person', name: 'Ivan Šarić' },
      ],
    },
  ],
  [
    croatianIban(BANK, '100000008'),
    {
      holders: [
        {
          kind: 'organisation',
          name: 'Jadran Turizam d.o.o.',
          otherNames: ['Sunčana uvala'],
          identifications: [{ scheme: 'TXID', value: '12345678903' }],
        },
      ],
    },
  ],
]);
