import { randomInt } from 'node:crypto';
import { type AccountReference, type AccountWish, type PsuWish, WORKSPACE_LIMITS, Xs2aError } from '@xs2a/contracts';
import type { BankContext } from '../context.ts';
import type { StoredWorkspace, WorkspaceAccount, WorkspacePsu } from '../model/workspace.ts';
import { croatianIban } from '../sandbox/data/croatian-iban.ts';

/**
 * Bank code of the sandbox bank (`sandbox/data/accounts.ts`). Account numbers of workspaces begin with 6 to 9, those of the test
 * users with 1.
 */
const BANK_CODE = '999000';

type Existing = Pick<StoredWorkspace, '_id' | 'psus' | 'accounts'>;
type Planned = Pick<StoredWorkspace, 'psus' | 'accounts'>;

/** Plans the requested PSUs and accounts, with unique identifiers. */
export async function planPsus(
  context: Pick<BankContext, 'ledgerAccounts'>,
  existing: Existing,
  wish: PsuWish,
): Promise<Planned> {
  const { signers, methods, accounts: wished } = wish;
  if (existing.psus.length + signers > WORKSPACE_LIMITS.psus) {
    throw new Xs2aError('fieldInvalid', { path: 'psus', text: `a sandbox has at most ${WORKSPACE_LIMITS.psus} PSUs` });
  }
  const taken = new Set(existing.psus.map(({ psuId }) => psuId));
  const corporateId =
    signers > 1 ? freeName(`company-${slug(wish.name)}`, companiesOf(existing), existing._id) : undefined;
  const psus = Array.from({ length: signers }, (_, index): WorkspacePsu => {
    const name = signers > 1 ? `${wish.name} – ${index + 1}` : wish.name;
    const psuId = freeName(signers > 1 ? `${slug(wish.name)}-${index + 1}` : slug(wish.name), taken, existing._id);
    taken.add(psuId);
    return { psuId, name, ...(corporateId !== undefined && { corporateId }), methods: [...new Set(methods)] };
  });
  const owners = psus.map(({ psuId }) => psuId);
  const accounts: WorkspaceAccount[] = [];
  for (const accountWish of wished) {
    accounts.push({
      number: existing.accounts.length + accounts.length + 1,
      reference: await newReference(context, accountWish),
      owners,
      ownerName: wish.name,
      signaturesNeeded: signers,
      wish: accountWish,
    });
  }
  return { psus, accounts };
}

function companiesOf({ psus }: Existing): ReadonlySet<string> {
  return new Set(psus.flatMap(({ corporateId }) => corporateId ?? []));
}

function freeName(wished: string, taken: ReadonlySet<string>, workspaceId: string): string {
  for (let number = 1; ; number++) {
    const name = `${wished}${number === 1 ? '' : `-${number}`}.${workspaceId}`;
    if (!taken.has(name)) return name;
  }
}

function slug(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
  const words = plain.split(/[^a-z0-9]/).filter((word) => word !== '');
  return words.join('-').slice(0, 30).replace(/-$/, '') || 'psu';
}

async function newReference(
  { ledgerAccounts }: Pick<BankContext, 'ledgerAccounts'>,
  { kind, currency }: AccountWish,
): Promise<AccountReference> {
  for (;;) {
    const reference =
      kind === 'card'
        ? { maskedPan: `4${digits(5)}******${digits(4)}` }
        : { iban: croatianIban(BANK_CODE, `${randomInt(6, 10)}${digits(8)}`) };
    const [name, value] = Object.entries(reference)[0] ?? [];
    const taken = await ledgerAccounts.countDocuments({ [`customer.reference.${name}`]: value }, { limit: 1 });
    if (taken === 0) return { ...reference, currency };
  }
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
