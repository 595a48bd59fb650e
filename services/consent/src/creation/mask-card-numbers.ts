import { type AccountAccess, type AccountReference, maskReference } from '@xs2a/contracts';

/** Returns the access to store: with card numbers masked, and without the ignored request for statements. */
export function maskAccess(access: AccountAccess): AccountAccess {
  const { accounts, balances, transactions, additionalInformation, statements: _, ...others } = access;
  return {
    ...others,
    ...maskLists({ accounts, balances, transactions }),
    ...(additionalInformation && { additionalInformation: maskLists(additionalInformation) }),
  };
}

/** Masks card numbers in lists of account references. An absent list stays absent. */
export function maskLists<Name extends string>(
  lists: Partial<Record<Name, AccountReference[] | undefined>>,
): Partial<Record<Name, AccountReference[]>> {
  const given = Object.entries<AccountReference[] | undefined>(lists).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, list.map(maskReference)] as const],
  );
  return Object.fromEntries(given) as Partial<Record<Name, AccountReference[]>>;
}
