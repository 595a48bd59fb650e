import { type Note, PSU_ID_MAX } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { redirectWithNote } from '../visits/redirect-to-page.ts';

/** Longest inputs that sca accepts (contracts). */
const PASSWORD_MAX = 200;
const CODE_MAX = 100;
const METHOD_ID_MAX = 35;

interface Credentials {
  readonly psuId: string;
  readonly password: string;
  readonly corporateId?: string;
}

/** A field of the submitted form. */
export function field({ request }: Visit, name: string): string | undefined {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** All values of a field that may be submitted several times. */
export function fields({ request }: Visit, name: string): string[] {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return [value].flat().filter((text) => typeof text === 'string');
}

/** Reads a sign-in form. If an input is missing or too long, the page says so and sca is not asked. */
export function readCredentials(visit: Visit): Credentials | undefined {
  const psuId = field(visit, 'psuId')?.trim();
  const password = field(visit, 'password');
  const corporateId = field(visit, 'corporateId')?.trim();
  if (!psuId || !password) {
    redirectWithNote(visit, { word: 'inputMissing' });
    return undefined;
  }
  // No PSU has credentials this long. The message does not differ from the one for wrong credentials.
  if (psuId.length > PSU_ID_MAX || password.length > PASSWORD_MAX || (corporateId?.length ?? 0) > PSU_ID_MAX) {
    redirectWithNote(visit, { word: 'credentialsInvalid' });
    return undefined;
  }
  return { psuId, password, ...(corporateId && { corporateId }) };
}

/** Reads the chosen method, and the note for a code that was requested again. */
export function readMethod(visit: Visit): { authenticationMethodId: string; note: Note | undefined } | undefined {
  const authenticationMethodId = field(visit, 'authenticationMethodId');
  if (authenticationMethodId === undefined || authenticationMethodId.length > METHOD_ID_MAX) {
    redirectWithNote(visit, { word: 'inputMissing' });
    return undefined;
  }
  return { authenticationMethodId, note: field(visit, 'again') === 'true' ? { word: 'codeSent' } : undefined };
}

export function readCode(visit: Visit): string | undefined {
  // Copied codes contain spaces.
  const code = field(visit, 'code')?.replace(/\s+/g, '');
  if (code) return code.slice(0, CODE_MAX);
  redirectWithNote(visit, { word: 'inputMissing' });
  return undefined;
}

/** Reads the PSU to whom the form was shown. sca refuses the form of another one. */
export function readShownTo(visit: Visit): { psuId?: string } {
  const psuId = field(visit, 'psuId')?.slice(0, PSU_ID_MAX);
  return psuId === undefined ? {} : { psuId };
}
