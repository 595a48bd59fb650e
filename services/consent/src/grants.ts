import {
  type AccessRight,
  type AccountAccess,
  type AccountReference,
  type Grant,
  maskReference,
  Xs2aError,
} from '@xs2a/contracts';

const DETAILED = ['accounts', 'balances', 'transactions'] as const satisfies readonly AccessRight[];
const OTHER_MODELS = ['availableAccounts', 'availableAccountsWithBalance', 'allPsd2'] as const;

/**
 * The rights that a consent request asks for, by account. Offered is the detailed model alone: at least one of the three
 * arrays, none of them empty (field guide 3.1). Balances and transactions imply the account itself.
 */
export function grantsOf(access: AccountAccess): Grant[] {
  const arrays = DETAILED.filter((right) => access[right] !== undefined);
  const others = OTHER_MODELS.filter((model) => access[model] !== undefined);
  if (arrays.length === 0 && others.length === 0) {
    throw new Xs2aError('accessModelsMixed', { path: 'access', text: 'access must not be empty' });
  }
  const filled = arrays.filter((right) => access[right]?.length);
  if (others.length > 1 || (others.length === 1 && arrays.length > 0)) {
    throw new Xs2aError('accessModelsMixed', { path: `access.${others[0] ?? ''}` });
  }
  if (others.length === 1) throw new Xs2aError('consentModelNotOffered', { path: `access.${others[0] ?? ''}` });
  if (filled.length === 0) throw new Xs2aError('consentModelNotOffered', { path: `access.${arrays[0] ?? ''}` });
  if (filled.length < arrays.length) {
    const empty = arrays.find((right) => !filled.includes(right));
    throw new Xs2aError('accessModelsMixed', {
      path: `access.${empty ?? ''}`,
      text: 'must not be empty beside others',
    });
  }
  const grants = new Map<string, Grant>();
  for (const right of filled) {
    for (const account of access[right] ?? []) {
      const grant = grants.get(JSON.stringify(account)) ?? { account, rights: ['accounts'] };
      if (!grant.rights.includes(right)) grant.rights.push(right);
      grants.set(JSON.stringify(account), grant);
    }
  }
  return [...grants.values()];
}

/** The access with card numbers masked: a clear one is never stored. */
export function withoutCardNumbers(access: AccountAccess): AccountAccess {
  const { accounts, balances, transactions, additionalInformation, ...others } = access;
  return {
    ...others,
    ...maskLists({ accounts, balances, transactions }),
    ...(additionalInformation && { additionalInformation: maskLists(additionalInformation) }),
  };
}

/** Lists of account references with card numbers masked; a list that was not given stays away. */
export function maskLists<Name extends string>(
  lists: Partial<Record<Name, AccountReference[] | undefined>>,
): Partial<Record<Name, AccountReference[]>> {
  const given = Object.entries<AccountReference[] | undefined>(lists).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, list.map(maskReference)] as const],
  );
  return Object.fromEntries(given) as Partial<Record<Name, AccountReference[]>>;
}
