import { type AccountAccess, type AccountReference, maskReference } from '@xs2a/contracts';

/** The access as it is stored: with card numbers masked, and without the ignored wish for statements. */
export function maskAccess(access: AccountAccess): AccountAccess {
  const { accounts, balances, transactions, additionalInformation, statements: _, ...others } = access;
  return {
    ...others,
    ...maskLists({ accounts, balances, transactions }),
    ...(additionalInformation && { additionalInformation: maskLists(additionalInformation) }),
  };
}

/** Lists of account references with card numbers masked. A list that was not given stays absent. */
export function maskLists<Name extends string>(
  lists: Partial<Record<Name, AccountReference[] | undefined>>,
): Partial<Record<Name, AccountReference[]>> {
  const given = Object.entries<AccountReference[] | undefined>(lists).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, list.map(maskReference)] as const],
  );
  return Object.fromEntries(given) as Partial<Record<Name, AccountReference[]>>;
}
