import { type ReplyOf, type RequestInputOf, useConsent, Xs2aError } from '@xs2a/contracts';
import { findById } from '@xs2a/service-kit';
import type { AccountsContext } from '../context.ts';
import {
  type Account,
  type AccountDetails,
  type AccountPart,
  type KnownAccount,
  referenceForGrants,
} from '../model/account.ts';
import { mayReadOwnerName } from './owner-name.ts';
import { withSubAccountParts } from './sub-account-parts.ts';

type Use = RequestInputOf<typeof useConsent>;

/** Parameters of every read of one account. */
type AccountRead = Pick<Use, 'tpp' | 'consentId' | 'psuPresent'> & { readonly accountId: string };

/** An account, and what the consent lets its TPP read of it. */
export interface ConsentedAccount extends Omit<ReplyOf<typeof useConsent>, 'grants'> {
  readonly account: KnownAccount;
  /** Whether the name of the owner may be answered. */
  readonly mayReadOwnerName: boolean;
}

interface ReadOptions {
  readonly resource?: AccountDetails['kind'];
  readonly parts?: readonly AccountPart[];
  /** The one entry that is read. */
  readonly transactionId?: string;
  /** Whether the read counts as an access, which may depend on the account. */
  readonly isCounted?: (account: KnownAccount | null) => boolean;
  /** The oldest day that is asked for, which may depend on the account. */
  readonly oldest?: (account: KnownAccount | null) => Use['oldest'];
}

/**
 * Finds one account by its resourceId and asks consent for the read. Refuses an account that is not the PSU's. Consent is
 * asked even where the account does not exist, so that its refusals come first and unknown and foreign accounts get the
 * same answer.
 */
export async function findConsentedAccount(
  context: AccountsContext,
  { tpp, consentId, psuPresent, accountId }: AccountRead,
  kind: Exclude<Use['kind'], 'list' | 'cardList'>,
  {
    resource = 'account',
    parts = [],
    transactionId,
    isCounted = () => true,
    oldest = () => undefined,
  }: ReadOptions = {},
): Promise<ConsentedAccount> {
  const found = await findById(context.accounts, accountId, ['bankAccountId', 'details', ...parts]);
  const account = found !== null && isKnownAs(resource, found) ? found : null;
  const { grants, ...consented } = await context.bus.ask(useConsent, {
    tpp,
    consentId,
    psuPresent,
    kind,
    counted: isCounted(account),
    oldest: oldest(account),
    ...(transactionId !== undefined && { transactionId }),
    ...(account && { account: addressed(account) }),
  });
  // A replica of consent of the version before does not look at the owners.
  if (account === null || !account.details.owners.includes(consented.psuId)) throw new Xs2aError('accountUnknown');
  const [whole = account] = await withSubAccountParts(context, [account], parts);
  return { account: whole, ...consented, mayReadOwnerName: mayReadOwnerName(context, account, grants) };
}

/** The account that consent decides on; what it refuses costs no access (decision 18). */
function addressed({ _id, details }: KnownAccount): Use['account'] {
  return { resourceId: _id, reference: referenceForGrants(details), owners: details.owners };
}

function isKnownAs(kind: AccountDetails['kind'], account: Account): account is KnownAccount {
  return account.details?.kind === kind;
}
