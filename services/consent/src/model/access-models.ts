import {
  type AccessRight,
  type AccountAccess,
  type AccountReference,
  type AspspProfile,
  type ConsentModel,
  type Grant,
  maskReference,
  refuseUnofferedReference,
  Xs2aError,
} from '@xs2a/contracts';

/** What a consent request asks for, whichever model it follows. */
export interface AskedAccess {
  readonly model: ConsentModel;
  /** Of the detailed model alone; the others name no accounts. */
  readonly grants: Grant[];
  readonly rights: AccessRight[];
}

const ARRAYS = ['accounts', 'balances', 'transactions'] as const satisfies readonly AccessRight[];

type AccessArray = (typeof ARRAYS)[number];

/** What each model that names no accounts opens on every account (field guide 7.2). */
const RIGHTS_OF_MODEL = {
  allPsd2: ['accounts', 'balances', 'transactions'],
  availableAccounts: [],
  availableAccountsWithBalance: ['balancesInList'],
} as const satisfies Partial<Record<ConsentModel, readonly AccessRight[]>>;
const MODELS = Object.keys(RIGHTS_OF_MODEL) as (keyof typeof RIGHTS_OF_MODEL)[];

/**
 * Which of the models an access follows: detailed (arrays, all filled), bank-offered (arrays, all empty), or exactly one of
 * the others (field guide 3.1). Mixing them is refused, naming the element. `additionalInformation` is ignored.
 */
export function askedAccess(access: AccountAccess): AskedAccess {
  const arrays = ARRAYS.filter((right) => access[right] !== undefined);
  const [model, ...moreModels] = MODELS.filter((name) => access[name] !== undefined);
  const filled = arrays.filter((right) => access[right]?.length);
  if (model === undefined && arrays.length === 0) refuse('access', 'must not be empty');
  if (model !== undefined && (moreModels.length > 0 || arrays.length > 0))
    refuse(`access.${model}`, 'must stand alone');
  if (access.restrictedTo !== undefined && filled.length > 0)
    refuse('access.restrictedTo', 'is for unnamed accounts only');
  if (model !== undefined) return { model, grants: [], rights: [...RIGHTS_OF_MODEL[model]] };
  const rights = withAccounts(arrays);
  if (filled.length === 0) return { model: 'bankOffered', grants: [], rights };
  const empty = arrays.find((right) => !filled.includes(right));
  if (empty !== undefined) refuse(`access.${empty}`, 'must not be empty beside others');
  return { model: 'detailed', grants: namedGrants(access), rights };
}

/** The access of a bank-offered consent with the accounts that the PSU chose in each of the arrays asked for. */
export function accessWith(access: AccountAccess, grants: readonly Grant[]): AccountAccess {
  const accounts = grants.map(({ account }) => account);
  const arrays = ARRAYS.filter((right) => access[right] !== undefined);
  return { ...access, ...Object.fromEntries(arrays.map((right) => [right, accounts])) };
}

/** Refuses an account that is named in a way that the bank does not offer. */
export function refuseUnofferedNames(
  profile: AspspProfile,
  access: Pick<AccountAccess, AccessArray>,
  within = 'access',
): void {
  for (const right of ARRAYS) {
    for (const [index, account] of (access[right] ?? []).entries()) {
      refuseUnofferedReference(profile, account, `${within}.${right}[${index}]`);
    }
  }
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

function namedGrants(access: AccountAccess): Grant[] {
  const grants = new Map<string, Grant>();
  for (const right of ARRAYS) {
    for (const account of access[right] ?? []) {
      const key = JSON.stringify(account);
      const rights = grants.get(key)?.rights ?? [];
      grants.set(key, { account, rights: withAccounts([...rights, right]) });
    }
  }
  return [...grants.values()];
}

/** Balances and transactions imply the account itself. */
function withAccounts(rights: readonly AccessRight[]): AccessRight[] {
  return [...new Set<AccessRight>(['accounts', ...rights])];
}

function refuse(path: string, text: string): never {
  throw new Xs2aError('accessModelsMixed', { path, text });
}
