import { advance } from '@xs2a/service-kit';
import type { ScaRoom } from '../context.ts';
import { LOGINS, type Login, type LoginStepped, notSignedIn } from '../model/login.ts';

/** Too much was tried: this sign-in has failed, and for some minutes no other can be begun for the PSU. */
export async function closeLogin(room: ScaRoom, login: Login): Promise<LoginStepped> {
  // Where somebody else moved it meanwhile, that one has closed it too, or had the right code in time.
  await advance(LOGINS, room.logins, login, 'failed', { at: room.now(), by: 'sca' });
  return notSignedIn('signInClosed');
}
