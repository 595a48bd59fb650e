import { type AccountReference, isProvided } from './account-reference.ts';
import type { ScaContent } from './sca/sca-content.ts';

/** Accounts on which a PSU needs rights to approve this; empty if the PSU chooses them. */
export function accountsInContent(content: ScaContent): AccountReference[] {
  switch (content.kind) {
    case 'consent':
      return content.grants.map(({ account }) => account);
    case 'fundsConsent':
      return content.accounts;
    case 'payment':
    case 'periodicPayment':
      return isProvided(content.debtorAccount) ? [content.debtorAccount] : [];
    case 'bulkPayment':
      return content.debtorAccounts;
    case 'cancellation':
      return accountsInContent(content.payment);
    case 'basket':
      return content.members.flatMap(accountsInContent);
  }
}
