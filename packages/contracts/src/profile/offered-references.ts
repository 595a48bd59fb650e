import { Xs2aError } from '../interface/xs2a-error.ts';
import type { AccountReference } from '../values/account-reference.ts';
import { AccountIdentifier } from '../values/account-reference.ts';
import type { AspspProfile } from './aspsp-profile.ts';

/** Refuses an account reference of a kind that the bank does not offer; `path` is its position in the body. */
export function refuseUnofferedReference(
  { accountReferences }: Pick<AspspProfile, 'accountReferences'>,
  reference: AccountReference,
  path: string,
): void {
  const name = AccountIdentifier.options.find((identifier) => reference[identifier] !== undefined);
  if (name === undefined || accountReferences.includes(name)) return;
  throw new Xs2aError('fieldInvalid', {
    path: `${path}.${name}`,
    text: `is no way to name an account at this bank: use ${accountReferences.join(', ')}`,
  });
}
