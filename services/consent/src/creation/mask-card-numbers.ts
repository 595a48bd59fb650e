import { type AccountAccess, type AccountReference, maskReference } from '@xs2a/contracts';

/** The access with card numbers masked: a clear one is never stored. */
export function maskAccess(access: AccountAccess): AccountAccess {
  const { accounts, balances, transactions, additionalInformation, ...others } = access;
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
