import { z } from 'zod';
import { LoginStepped } from './logins.ts';
import { operation } from './operation.ts';
import { ScaStepped } from './sca-pages.ts';

/** Path of the portal to which the browser returns: registered with the identity provider. */
export const BANK_SIGN_IN_RETURN_PATH = '/sign-in/return';

/** A key that only this browser has. */
const browserKey = z.string().min(1).max(100);
/** The query of the browser's return. */
const answer = z.string().max(8_192);
const language = z.enum(['hr', 'en']).default('hr');
/** Address for the browser and content of its cookie. `state` identifies the attempt in the provider's answer. */
const SignInStart = z.object({ location: z.string(), state: z.string(), browserKey: z.string() });

/** Sends a PSU to the bank's identity provider. The authorisation does not change. The answer is only valid with the key of the browser. */
export const beginBankSignIn = operation('sca.beginBankSignIn', {
  hop: 'write',
  request: z.object({ redirectReference: z.string(), language }),
  reply: SignInStart,
});

/** First factor, verified by the bank's identity provider. The answer is valid once. */
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

/** The portal page that a PSU signs in to. The answer is only valid for this page. */
const page = z.string().min(1).max(200);

/** Like `beginBankSignIn`, outside of any authorisation. */
export const beginBankLogin = operation('sca.beginBankLogin', {
  hop: 'write',
  request: z.object({ page, language }),
  reply: SignInStart,
});

/** First factor of a sign-in outside of any authorisation, verified by the bank's identity provider. */
export const finishBankLogin = operation('sca.finishBankLogin', {
  hop: 'write',
  request: z.object({ page, browserKey, answer, language }),
  reply: LoginStepped,
});
