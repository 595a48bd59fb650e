import { type ReplyOf, type RequestInputOf, useConsent, Xs2aError } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { type AccountDetails, type AccountPart, fullReference, type KnownAccount } from '../model/account.ts';
import { withPartsOfSubAccounts } from './sub-account-parts.ts';

type Use = RequestInputOf<typeof useConsent>;

/** What every read of one account carries. */
export type AccountRead = Pick<Use, 'tpp' | 'consentId' | 'psuPresent'> & { readonly accountId: string };

/** What was found, and what the consent lets its TPP read of it. */
export interface ConsentedAccount extends Omit<ReplyOf<typeof useConsent>, 'grants'> {
  readonly account: KnownAccount;
}

interface ReadOptions {
  readonly resource?: AccountDetails['kind'];
  readonly parts?: readonly AccountPart[];
  /** Whether the read costs an access, known once the account is. */
  readonly isCounted?: (account: KnownAccount | null) => boolean;
  /** The oldest day that is asked for, known once the account is. */
  readonly oldest?: (account: KnownAccount | null) => Use['oldest'];
}

/**
 * The only way to one account: looks it up by resourceId, has the consent judged, and refuses an account that is not the
 * PSU's own. The consent is asked for an account that does not exist too, so that its own reasons come first and unknown
 * and foreign are one answer.
 */
export async function useConsentForAccount(
  context: AccountsContext,
  { tpp, consentId, psuPresent, accountId }: AccountRead,
  kind: Exclude<Use['kind'], 'list' | 'cardList'>,
  { resource = 'account', parts = [], isCounted = () => true, oldest = () => undefined }: ReadOptions = {},
): Promise<ConsentedAccount> {
  const account = await context.accounts.findOne<KnownAccount>(
    { _id: accountId, 'details.kind': resource },
    { projection: Object.fromEntries(['bankAccountId', 'details', ...parts].map((part) => [part, 1])) },
  );
  const { grants: _, ...consented } = await context.bus.ask(useConsent, {
    tpp,
    consentId,
    psuPresent,
    kind,
    counted: isCounted(account),
    oldest: oldest(account),
    ...(account && { account: { resourceId: account._id, reference: fullReference(account.details) } }),
  });
  if (account === null || !account.details.owners.includes(consented.psuId)) throw new Xs2aError('accountUnknown');
  const [whole = account] = await withPartsOfSubAccounts(context, [account], parts);
  return { account: whole, ...consented };
}
