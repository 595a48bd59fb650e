import type { AccountReference } from './account-reference.ts';
import type { ScaContent } from './sca-content.ts';

/** The accounts that a PSU must dispose of to approve this; none where its approval names them. */
export function accountsConcerned(content: ScaContent): AccountReference[] {
  switch (content.kind) {
    case 'consent':
      return content.grants.map(({ account }) => account);
    case 'fundsConsent':
      return content.accounts;
    case 'payment':
    case 'periodicPayment':
      return [content.debtorAccount];
    case 'bulkPayment':
      return content.debtorAccounts;
    case 'cancellation':
      return accountsConcerned(content.payment);
    case 'basket':
      return content.members.flatMap(accountsConcerned);
  }
}
