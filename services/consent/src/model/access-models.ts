import {
  type AccessRight,
  type AccountAccess,
  type AccountReference,
  type AspspProfile,
  type ConsentModel,
  type Grant,
  refersTo,
  Xs2aError,
} from '@xs2a/contracts';

/** Requested access of a consent, in any model. */
export interface AskedAccess {
  readonly model: ConsentModel;
  /** In the detailed model only; the other models name no accounts. */
  readonly grants: Grant[];
  readonly rights: AccessRight[];
  /** Whether owner names are requested for accounts that the TPP does not name. */
  readonly ownerName?: true | undefined;
}

/** The elements of `access` that list accounts. */
export const ACCOUNT_LISTS = ['accounts', 'balances', 'transactions'] as const satisfies readonly AccessRight[];
export type AccountLists = Pick<AccountAccess, (typeof ACCOUNT_LISTS)[number]>;

/** Rights that each model without accounts gives on every account (decision 17). */
const RIGHTS_OF_MODEL = {
  allPsd2: ['accounts', 'balances', 'transactions'],
  availableAccounts: [],
  availableAccountsWithBalance: ['balancesInList'],
} as const satisfies Partial<Record<ConsentModel, readonly AccessRight[]>>;
const MODELS = Object.keys(RIGHTS_OF_MODEL) as (keyof typeof RIGHTS_OF_MODEL)[];

/**
 * Returns the requested access and its model: detailed (lists, all filled), bank-offered (lists, all empty), or exactly one of
 * the others (decision 17). Mixed models are refused with the path of the element. Owner names are requested in addition to a
 * model and never refused; if the bank offers none, they are ignored.
 */
export function askedAccess(
  access: AccountAccess,
  { ownerNames, trustedBeneficiaries }: Pick<AspspProfile, 'ownerNames' | 'trustedBeneficiaries'>,
): AskedAccess {
  const lists = ACCOUNT_LISTS.filter((right) => access[right] !== undefined);
  const [model, ...moreModels] = MODELS.filter((name) => access[name] !== undefined);
  const filled = lists.filter((right) => access[right]?.length);
  if (model === undefined && lists.length === 0)
    refuse(
      'access',
      `must have one of ${[...ACCOUNT_LISTS, ...MODELS].join(', ')}${additionalInformationHint(access)}`,
    );
  if (model !== undefined && (moreModels.length > 0 || lists.length > 0))
    refuse(`access.${model}`, 'must stand alone: leave out the other fields of access');
  if (access.restrictedTo !== undefined && filled.length > 0) {
    refuse('access.restrictedTo', 'is for unnamed accounts only');
  }
  const named = ownerNames === 'consented' ? access.additionalInformation?.ownerName : undefined;
  if (model !== undefined) {
    const isAsked = ownerNames === 'consented' && access[model] === 'allAccountsWithOwnerName';
    return { model, grants: [], rights: [...RIGHTS_OF_MODEL[model]], ...(isAsked && { ownerName: true }) };
  }
  const rights = withAccounts(lists);
  if (filled.length === 0) {
    return { model: 'bankOffered', grants: [], rights, ...(named !== undefined && { ownerName: true }) };
  }
  const empty = lists.find((right) => !filled.includes(right));
  if (empty !== undefined) refuse(`access.${empty}`, 'must not be empty beside others');
  const trusted = trustedBeneficiaries ? access.additionalInformation?.trustedBeneficiaries : undefined;
  const grants = withTrustedBeneficiaries(withOwnerNames(namedGrants(access), named), trusted);
  return { model: 'detailed', grants, rights };
}

/**
 * Adds the requested owner names to the grants: for the named accounts, or for all accounts by an empty list. An account named
 * only for its owner is not granted by that (Implementation Guidelines, Additional Information).
 */
function withOwnerNames(grants: Grant[], named: readonly AccountReference[] | undefined): Grant[] {
  if (named === undefined) return grants;
  return grants.map((grant) => {
    const isNamed = named.length === 0 || named.some((reference) => refersTo(reference, grant.account));
    return isNamed ? { ...grant, ownerName: true } : grant;
  });
}

/** As above for trusted beneficiaries, which are requested for accounts that the TPP names (decision 81). */
function withTrustedBeneficiaries(grants: Grant[], named: readonly AccountReference[] | undefined): Grant[] {
  if (named === undefined) return grants;
  return grants.map((grant) => {
    const isNamed = named.length === 0 || named.some((reference) => refersTo(reference, grant.account));
    return isNamed ? { ...grant, rights: [...grant.rights, 'trustedBeneficiaries'] } : grant;
  });
}

/** Returns the access of a bank-offered consent with the accounts that the PSU chose in each of the requested lists. */
export function accessWithChosenAccounts(access: AccountAccess, grants: readonly Grant[]): AccountAccess {
  const accounts = grants.map(({ account }) => account);
  const lists = ACCOUNT_LISTS.filter((right) => access[right] !== undefined);
  const named = grants.flatMap(({ account, ownerName }) => (ownerName ? [account] : []));
  return {
    ...access,
    ...Object.fromEntries(lists.map((right) => [right, accounts])),
    ...(named.length > 0 && { additionalInformation: { ...access.additionalInformation, ownerName: named } }),
  };
}

function namedGrants(access: AccountLists): Grant[] {
  const grants = new Map<string, { account: AccountReference; rights: AccessRight[] }>();
  for (const right of ACCOUNT_LISTS) {
    for (const account of access[right] ?? []) {
      const key = JSON.stringify(account);
      const rights = grants.get(key)?.rights ?? [];
      grants.set(key, { account, rights: withAccounts([...rights, right]) });
    }
  }
  return [...grants.values()];
}

/** Adds the right to the account itself, which the rights to balances and transactions imply. */
function withAccounts(rights: readonly AccessRight[]): AccessRight[] {
  return [...new Set<AccessRight>(['accounts', ...rights])];
}

/** Describes the additional information that was sent instead. */
function additionalInformationHint({ additionalInformation }: AccountAccess): string {
  return additionalInformation === undefined ? '' : '; additionalInformation is beside one of them and never alone';
}

function refuse(path: string, text: string): never {
  throw new Xs2aError('accessModelsMixed', { path, text });
}
