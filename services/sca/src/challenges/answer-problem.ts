import type { Authorisation } from '../model/authorisation.ts';

/** What is said of an answer that does not count, by what was asked for. */
export function saidOf({ chosenScaMethod }: Pick<Authorisation, 'chosenScaMethod'>) {
  return chosenScaMethod?.authenticationType === 'PASSKEY'
    ? ({ invalid: 'passkeyInvalid', expired: 'passkeyExpired' } as const)
    : ({ invalid: 'codeInvalid', expired: 'codeExpired' } as const);
}
