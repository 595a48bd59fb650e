import { readFile } from 'node:fs/promises';
import { AccountReference, FeedAccount, refersTo } from '@xs2a/contracts';
import type { ReadStatement } from '@xs2a/iso20022';
import { z } from 'zod';

/** Account data that a statement lacks: the owners, and the bank's key for the account if its events use one. */
const ListedAccount = z.strictObject({
  account: AccountReference,
  bankAccountId: z.string().min(1).optional(),
  owners: FeedAccount.shape.owners,
  name: FeedAccount.shape.name,
  displayName: FeedAccount.shape.displayName,
  product: FeedAccount.shape.product,
  bic: FeedAccount.shape.bic,
  ownerName: FeedAccount.shape.ownerName,
  linkedAccounts: FeedAccount.shape.linkedAccounts,
  details: FeedAccount.shape.details,
  msisdn: FeedAccount.shape.msisdn,
  usage: FeedAccount.shape.usage,
  cashAccountType: z.string().default('CACC'),
});
const AccountListFile = z.array(ListedAccount);
export type AccountList = readonly z.infer<typeof ListedAccount>[];

/** Reads the file given as --accounts. Throws a TypeError that names an invalid field. */
export async function readAccountList(file: string | undefined): Promise<AccountList> {
  if (file === undefined) return [];
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new TypeError(`${file} cannot be read as JSON.`, { cause: error });
  }
  const parsed = AccountListFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TypeError(`${file}: ${issue?.path.join('.')} ${issue?.message}`);
}

/** The key under which an account is imported, and the account itself if its owners are known. */
export function accountOf(
  { account, currency, name, ownerName, bic }: ReadStatement,
  accounts: AccountList,
): { bankAccountId: string; fed?: FeedAccount } {
  const { currency: _, ...identifier } = account;
  const listed = accounts.find((one) => refersTo(one.account, { ...account, ...(currency && { currency }) }));
  const [named = ''] = Object.values(identifier).map((value) =>
    typeof value === 'string' ? value : value?.identification,
  );
  const bankAccountId = listed?.bankAccountId ?? [named, currency].filter(Boolean).join('-');
  if (listed === undefined || currency === undefined) return { bankAccountId };
  const { account: reference, bankAccountId: __, ...rest } = listed;
  // The list takes precedence over the statement.
  const said = { ...(name && { name }), ...(ownerName && { ownerName }), ...(bic && { bic }) };
  return { bankAccountId, fed: FeedAccount.parse({ ...said, ...rest, bankAccountId, reference, currency }) };
}
