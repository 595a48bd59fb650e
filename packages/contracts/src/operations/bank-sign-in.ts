import { z } from 'zod';
import { LoginStepped } from './logins.ts';
import { operation } from './operation.ts';
import { ScaStepped } from './sca-pages.ts';

/** Where browsers come back to at the portal: registered with the identity provider. */
export const BANK_SIGN_IN_RETURN_PATH = '/sign-in/return';

/** A key that this browser alone holds. */
const browserKey = z.string().min(1).max(100);
/** The query with which the browser came back. */
const answer = z.string().max(8_192);
const language = z.enum(['hr', 'en']).default('hr');
/** Where a browser goes, and what its cookie keeps. `state` names the attempt in the provider's answer. */
const Begun = z.object({ location: z.string(), state: z.string(), browserKey: z.string() });

/**
 * Sends a PSU to the bank's identity provider. Nothing of the authorisation changes. The answer counts with the
 * key of the browser.
 */
export const beginBankSignIn = operation('sca.beginBankSignIn', {
  hop: 'write',
  request: z.object({ redirectReference: z.string(), language }),
  reply: Begun,
});

/** First factor, shown at the bank's identity provider. The answer counts once. */
export const finishBankSignIn = operation('sca.finishBankSignIn', {
  hop: 'write',
  request: z.object({
    redirectReference: z.string(),
    browserKey,
    answer,
    language,
  }),
  reply: ScaStepped,
});

/** The page of the portal that a PSU signs in to: an answer counts for no other. */
const page = z.string().min(1).max(200);

/** As `beginBankSignIn`, outside of any authorisation. */
export const beginBankLogin = operation('sca.beginBankLogin', {
  hop: 'write',
  request: z.object({ page, language }),
  reply: Begun,
});

/** First factor of a sign-in outside of any authorisation, shown at the bank's identity provider. */
export const finishBankLogin = operation('sca.finishBankLogin', {
  hop: 'write',
  request: z.object({ page, browserKey, answer, language }),
  reply: LoginStepped,
});
