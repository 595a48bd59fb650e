import { type AspspProfile, refuseUnofferedReference, Xs2aError } from '@xs2a/contracts';
import { ACCOUNT_LISTS, type AccountLists } from '../model/access-models.ts';

/** Refuses a day in the past, with the field of the body as its path. */
export function refusePastDays(days: Readonly<Record<string, string | undefined>>, today: string): void {
  for (const [path, day] of Object.entries(days)) {
    if (day !== undefined && day < today) {
      throw new Xs2aError('fieldInvalid', { path, text: 'must not be in the past' });
    }
  }
}

/** Refuses an account that is named by an identifier that the bank does not offer. */
export function refuseUnofferedReferences(profile: AspspProfile, access: AccountLists): void {
  for (const right of ACCOUNT_LISTS) {
    for (const [index, account] of (access[right] ?? []).entries()) {
      refuseUnofferedReference(profile, account, `access.${right}[${index}]`);
    }
  }
}
