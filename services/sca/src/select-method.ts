import { type RequestOf, type selectMethod as operation, Xs2aError } from '@xs2a/contracts';
import { findBySession, hasEnded } from './find-authorisation.ts';
import type { ScaRoom } from './room.ts';
import { sendCode } from './send-code.ts';
import { type Stepped, stayed } from './step.ts';

/** The PSU picks one of its methods, or asks for a new code of the one it picked. */
export async function selectMethod(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Stepped> {
  const authorisation = await findBySession(room, request.session);
  if (hasEnded(authorisation)) return stayed(room, authorisation);
  const method = authorisation.scaMethods?.find(
    ({ authenticationMethodId }) => authenticationMethodId === request.authenticationMethodId,
  );
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  return sendCode(room, authorisation, method, request.language);
}
