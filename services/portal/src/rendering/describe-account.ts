import type { AccountReference, ScaView } from '@xs2a/contracts';
import { accountKey, formatAccount } from './formats.ts';

export type Named = Pick<ScaView, 'accountNames'>;

/** An account as people read it, by its name where the bank told it. */
export function describeAccount(account: AccountReference, { accountNames }: Named): { id: string; name?: string } {
  const key = accountKey(account);
  const name = Object.hasOwn(accountNames ?? {}, key) ? accountNames?.[key] : undefined;
  const currency = account.currency === undefined ? '' : ` ${account.currency}`;
  return { id: formatAccount(account) + currency, ...(name !== undefined && { name }) };
}

/** The name of a thing; a newer one than this portal knows is shown as it is called on the wire. */
export function lookUp(names: Readonly<Record<string, string>>, key: string): string {
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? key;
}
