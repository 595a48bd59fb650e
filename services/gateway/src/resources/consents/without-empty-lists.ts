import { type Call, warn } from '../../request/call.ts';

const MODELS = ['allPsd2', 'availableAccounts', 'availableAccountsWithBalance'] as const;
const LISTS = ['accounts', 'balances', 'transactions'] as const;

/**
 * Returns the body of a consent without empty account lists beside a model that names no accounts: clients generated from the
 * published document send every list, even without entries. A warning names each.
 */
export function withoutEmptyLists(call: Pick<Call, 'body' | 'warnings'>): Pick<Call, 'body'> {
  const { access } = (call.body ?? {}) as { access?: Record<string, unknown> };
  const model = isObject(access) ? MODELS.find((name) => access[name] !== undefined) : undefined;
  if (access === undefined || model === undefined) return call;
  const empty = LISTS.filter((name) => Array.isArray(access[name]) && access[name].length === 0);
  for (const name of empty) warn(call, `access.${name}`, `is empty and ignored beside ${model}`);
  const kept = Object.entries(access).filter(([name]) => !empty.some((ignored) => ignored === name));
  return { body: { ...(call.body as object), access: Object.fromEntries(kept) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
