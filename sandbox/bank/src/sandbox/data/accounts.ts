import type { AccountReference, FeedAccount } from '@xs2a/contracts';

/** BIC of the sandbox bank. Fictitious, like its bank code. */
export const SANDBOX_BIC = 'DEMOHR2X';

/** An account at the opening of the sandbox. Amounts are integer minor units. */
export interface SandboxAccount {
  /** The bank's own key. It does not identify the owner. */
  readonly id: string;
  readonly owners: readonly string[];
  readonly ownerName: string;
  readonly reference: AccountReference;
  readonly currency: string;
  /** Name given by its owner. */
  readonly displayName?: string;
  readonly product: string;
  readonly linkedAccounts?: string;
  readonly details?: string;
  readonly msisdn?: string;
  readonly trustedBeneficiaries?: NonNullable<FeedAccount['trustedBeneficiaries']>;
  readonly cashAccountType: 'CACC' | 'SVGS' | 'CARD';
  readonly usage: NonNullable<FeedAccount['usage']>;
  readonly status: FeedAccount['status'];
  readonly openingBalance: bigint;
  readonly creditLimit: bigint;
  readonly signaturesNeeded: number;
}

type AccountFacts = Pick<
  SandboxAccount,
  'id' | 'owners' | 'ownerName' | 'currency' | 'product' | 'cashAccountType' | 'openingBalance'
>;

function account(
  identifier: AccountReference,
  facts: AccountFacts,
  exceptions: Partial<SandboxAccount> = {},
): SandboxAccount {
  return {
    reference: { ...identifier, currency: facts.currency },
    usage: 'PRIV',
    status: 'enabled',
    creditLimit: 0n,
    signaturesNeeded: 1,
    ...facts,
    ...exceptions,
  };
}

const ana = { owners: ['psu-private'], ownerName: 'Ana Horvat', currency: 'EUR' };
const petra = { owners: ['psu-exempt'], ownerName: 'Petra Marić', currency: 'EUR' };
const marko = {
  owners: ['psu-multi'],
  ownerName: 'Marko Kovačević',
  product: 'Multivalutni račun',
  cashAccountType: 'CACC',
} as const;
const current = { product: 'Tekući račun', cashAccountType: 'CACC' } as const;
const savings = { product: 'Štednja', cashAccountType: 'SVGS' } as const;

/** All accounts of the sandbox. The opening balance applies after the history. */
export const SANDBOX_ACCOUNTS: readonly SandboxAccount[] = [
  account(
    { iban: 'HR2799900051100000019' },
    { id: 'A1101-EUR', ...ana, ...current, openingBalance: 543_210n },
    {
      creditLimit: 50_000n,
      displayName: 'Kućni budžet',
      linkedAccounts: '453200******0017',
      details: 'Tekući račun bez mjesečne naknade, s dopuštenim prekoračenjem',
      msisdn: '+385915550117',
      trustedBeneficiaries: [
        {
          trustedBeneficiaryId: 'T-1101-1',
          creditorAccount: { iban: 'HR1210010051863000160' },
          creditorName: 'Ana Anić',
          creditorAlias: 'Stanarina',
        },
      ],
    },
  ),
  account({ iban: 'HR0599900051100000027' }, { id: 'A1102-EUR', ...ana, ...savings, openingBalance: 1_200_000n }),
  account(
    // The card 4532000000000017; only its masked form is stored.
    { maskedPan: '453200******0017' },
    { id: 'C1103-EUR', ...ana, product: 'Kreditna kartica', cashAccountType: 'CARD', openingBalance: -25_075n },
    { creditLimit: 200_000n, displayName: 'Putovanja', details: 'Naplata jednom mjesečno, bez kamata do dospijeća' },
  ),
  account({ iban: 'HR9899900051200000018' }, { id: 'A1201-EUR', ...marko, currency: 'EUR', openingBalance: 80_000n }),
  account({ iban: 'HR9899900051200000018' }, { id: 'A1201-USD', ...marko, currency: 'USD', openingBalance: 120_000n }),
  account({ iban: 'HR9899900051200000018' }, { id: 'A1201-CHF', ...marko, currency: 'CHF', openingBalance: 30_000n }),
  account(
    { iban: 'HR2999900051300000015' },
    {
      id: 'A1301-EUR',
      owners: ['psu-corporate-1', 'psu-corporate-2'],
      ownerName: 'Adria strojevi d.o.o.',
      currency: 'EUR',
      product: 'Poslovni račun',
      cashAccountType: 'CACC',
      openingBalance: 25_000_000n,
    },
    { usage: 'ORGA', signaturesNeeded: 2 },
  ),
  account(
    { iban: 'HR5799900051400000012' },
    {
      id: 'A1401-EUR',
      owners: ['psu-empty'],
      ownerName: 'Luka Novak',
      currency: 'EUR',
      ...current,
      openingBalance: 350n,
    },
  ),
  account({ iban: 'HR5899900051500000010' }, { id: 'A1501-EUR', ...petra, ...current, openingBalance: 100_000n }),
  account({ iban: 'HR1099900051600000017' }, { id: 'A1601-EUR', ...petra, ...savings, openingBalance: 0n }),
  account(
    { iban: 'HR3899900051700000014' },
    {
      id: 'A1701-EUR',
      owners: ['psu-devices'],
      ownerName: 'Nina Kralj',
      currency: 'EUR',
      ...savings,
      openingBalance: 250_000n,
    },
  ),
  account(
    { iban: 'HR1499900059900000012' },
    {
      id: 'A1901-EUR',
      owners: ['psu-blocked'],
      ownerName: 'Maja Perić',
      currency: 'EUR',
      ...current,
      openingBalance: 10_000n,
    },
    { status: 'blocked' },
  ),
];
