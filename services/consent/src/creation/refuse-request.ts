import { type AspspProfile, type ConsentModel, refuseUnofferedReference, Xs2aError } from '@xs2a/contracts';
import { ACCOUNT_LISTS, type AccountLists, type AskedAccess } from '../model/access-models.ts';

/** Refuses a day in the past, with the field of the body as its path. */
export function refusePastDays(days: Readonly<Record<string, string | undefined>>, today: string): void {
  for (const [path, day] of Object.entries(days)) {
    if (day !== undefined && day < today) {
      throw new Xs2aError('fieldInvalid', { path, text: `must not be in the past: today is ${today}` });
    }
  }
}

/** Element that requests each model. */
const ASKED_BY: Readonly<Record<ConsentModel, string>> = {
  detailed: 'accounts, balances and transactions that name accounts',
  bankOffered: 'accounts, balances and transactions as empty lists',
  allPsd2: 'allPsd2',
  availableAccounts: 'availableAccounts',
  availableAccountsWithBalance: 'availableAccountsWithBalance',
};

/** Refuses a kind of consent that the bank does not offer. */
export function refuseUnofferedModel({ consentModels }: AspspProfile, { model }: AskedAccess): void {
  if (consentModels.includes(model)) return;
  const text = `must be another kind of consent. This bank offers: ${consentModels.map((name) => ASKED_BY[name]).join('; ')}`;
  throw new Xs2aError('consentModelNotOffered', { path: 'access', text });
}

/** Refuses an account identifier that the bank does not offer. */
export function refuseUnofferedReferences(profile: AspspProfile, access: AccountLists): void {
  for (const right of ACCOUNT_LISTS) {
    for (const [index, account] of (access[right] ?? []).entries()) {
      refuseUnofferedReference(profile, account, `access.${right}[${index}]`);
    }
  }
}
