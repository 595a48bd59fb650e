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

/** An account, and the rights that the consent gives its TPP on it. */
export interface ConsentedAccount extends Omit<ReplyOf<typeof useConsent>, 'grants'> {
  readonly account: KnownAccount;
  /** Whether the response may contain the owner's name. */
  readonly mayReadOwnerName: boolean;
}

interface ReadOptions {
  readonly resource?: AccountDetails['kind'];
  readonly parts?: readonly AccountPart[];
  /** The only entry to read. */
  readonly transactionId?: string;
  /** Whether the read counts as an access, which may depend on the account. */
  readonly isCounted?: (account: KnownAccount | null) => boolean;
  /** The oldest day requested, which may depend on the account. */
  readonly oldest?: (account: KnownAccount | null) => Use['oldest'];
}

/**
 * Finds one account by its resourceId and asks consent for the read. Refuses an account that is not the PSU's. Consent is asked
 * even if the account does not exist, so that its refusals come first, and unknown accounts get the same answer as those of other
 * PSUs.
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
  // A replica of consent of the previous version does not check the owners.
  if (account === null || !account.details.owners.includes(consented.psuId)) throw new Xs2aError('accountUnknown');
  const [whole = account] = await withSubAccountParts(context, [account], parts);
  return { account: whole, ...consented, mayReadOwnerName: mayReadOwnerName(context, account, grants) };
}

/** Returns the account for the decision of consent; refused requests cost no access (decision 18). */
function addressed({ _id, details }: KnownAccount): Use['account'] {
  return { resourceId: _id, reference: referenceForGrants(details), owners: details.owners };
}

function isKnownAs(kind: AccountDetails['kind'], account: Account): account is KnownAccount {
  return account.details?.kind === kind;
}
