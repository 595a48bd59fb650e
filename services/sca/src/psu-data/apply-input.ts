import { type PsuData, type ScaInput, Xs2aError } from '@xs2a/contracts';
import type { Language } from '../challenges/challenge-message.ts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { confirmRedirect } from './confirm-redirect.ts';
import { enterCode, enterPassword } from './enter-credentials.ts';
import { identifyPsu } from './identify-psu.ts';

export interface TppInput {
  readonly input: ScaInput;
  readonly psu: PsuData | undefined;
  readonly language: Language;
}

/** Takes what a TPP sent on the PSU's behalf, after it was found to fit. */
export async function takeInput(
  room: ScaRoom,
  authorisation: Authorisation,
  { input, psu, language }: TppInput,
): Promise<Authorisation> {
  switch (input.kind) {
    case 'identification':
      return identifyPsu(room, authorisation, { psu, language });
    case 'authentication':
      return enterPassword(room, authorisation, { psu, password: input.password, language }, 'updatePsuAuthentication');
    case 'encryptedAuthentication':
      return enterPassword(
        room,
        authorisation,
        { psu, password: await room.passwordKeys.decrypt(input.encryptedPassword), language },
        'updateEncryptedPsuAuthentication',
      );
    case 'methodSelection':
      return pickMethod(room, authorisation, input.authenticationMethodId, language);
    case 'transactionAuthorisation':
      return enterCode(room, authorisation, input.scaAuthenticationData);
    case 'confirmation':
      return confirmRedirect(room, authorisation, input.confirmationCode);
  }
}

async function pickMethod(
  room: ScaRoom,
  authorisation: Authorisation,
  authenticationMethodId: string,
  language: Language,
): Promise<Authorisation> {
  const method = authorisation.scaMethods?.find((own) => own.authenticationMethodId === authenticationMethodId);
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  return (await sendChallenge(room, authorisation, method, language)).authorisation;
}
