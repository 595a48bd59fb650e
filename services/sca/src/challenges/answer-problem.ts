import type { Authorisation } from '../model/authorisation.ts';

/** Returns the problems that a page shows for a rejected answer, depending on the method. */
export function answerProblems({ chosenScaMethod }: Pick<Authorisation, 'chosenScaMethod'>) {
  return chosenScaMethod?.authenticationType === 'PASSKEY'
    ? ({ invalid: 'passkeyInvalid', expired: 'passkeyExpired' } as const)
    : ({ invalid: 'codeInvalid', expired: 'codeExpired' } as const);
}
