import type { Authorisation } from '../model/authorisation.ts';

/** The problems that a page shows for an answer that does not count, by the method that was asked for. */
export function answerProblems({ chosenScaMethod }: Pick<Authorisation, 'chosenScaMethod'>) {
  return chosenScaMethod?.authenticationType === 'PASSKEY'
    ? ({ invalid: 'passkeyInvalid', expired: 'passkeyExpired' } as const)
    : ({ invalid: 'codeInvalid', expired: 'codeExpired' } as const);
}
