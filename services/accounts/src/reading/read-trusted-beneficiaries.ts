import type { readTrustedBeneficiaries as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import { findConsentedAccounts } from '../access/find-consented-accounts.ts';
import type { AccountsContext } from '../context.ts';
import { type KnownAccount, shownReference } from '../model/account.ts';
import { withMaskedCards } from '../model/masked-cards.ts';

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

const RIGHT = 'trustedBeneficiaries';

/** Returns the trusted beneficiaries of one payment account, or of each account that the consent covers for them (decision 81). */
export async function readTrustedBeneficiaries(
  context: AccountsContext,
  { accountId, ...request }: Request,
): Promise<Reply> {
  if (accountId !== undefined) {
    const { account, accessQuota } = await findConsentedAccount(context, { ...request, accountId }, RIGHT);
    return { trustedBeneficiaries: beneficiariesOf(account), accessQuota };
  }
  const every = { kind: RIGHT, ofEveryAccount: true } as const;
  const { consented, ...read } = await findConsentedAccounts(
    context,
    { ...request, withBalance: false },
    'account',
    every,
  );
  const covered = consented.filter(({ rights }) => rights.includes(RIGHT));
  return { trustedBeneficiaries: covered.flatMap(({ account }) => beneficiariesOf(account)), ...read };
}

/** Earlier versions stored card numbers as they were fed. */
function beneficiariesOf({ details }: KnownAccount): Reply['trustedBeneficiaries'] {
  const debtorAccount = shownReference(details);
  return (details.trustedBeneficiaries ?? []).map((each) => ({ ...withMaskedCards(each), debtorAccount }));
}
