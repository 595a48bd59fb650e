import type { Fault, Situation } from '@xs2a/contracts';
import type { ERROR_EXAMPLES } from './error-examples.ts';

const NO_TOKENS = 'It needs an access token, which is given only where the bank offers OAuth.';
const TIME = 'It takes time to pass:';
const LOAD = 'It takes load:';

/** Causes of errors that no request of a single developer triggers. An error case with neither example nor cause does not compile. */
export const WITHOUT_EXAMPLE: Readonly<Record<Exclude<Situation, keyof typeof ERROR_EXAMPLES>, string>> = {
  notOfferedYet: 'It comes up while a bank introduces a new endpoint. This release has all of its endpoints.',
  certificateMissing:
    'Any request without a client certificate on the port with mutual TLS. On the plain port of the sandbox no certificate is needed.',
  certificateOfOtherTpp:
    'A request signed with the QSEAL of another TPP than that of the client certificate. A signature cannot be written down: it holds the time.',
  rateExceeded: `${LOAD} more requests in a second than the limits of this bank permit.`,
  payeeMismatchesExceeded: `${LOAD} questions about one account, in a row, that are no match.`,
  psuIdsExceeded: `${LOAD} many PSU-IDs, named in a row, that do not authenticate.`,
  signatureInvalid:
    'A request whose body or headers are changed after it was signed. A signature cannot be written down: it holds the time.',
  requestInFlight: 'The same request twice at one moment: the second answer says it if the first is not ready.',
  bodyTooLarge: 'A body over the limit of this bank, which is too long to show.',
  requestTimedOut: `${TIME} a body that is announced by Content-Length and not sent.`,
  tokenInvalid: NO_TOKENS,
  tokenExpired: NO_TOKENS,
  resourceNotOfTpp:
    'Banks whose profile says so answer unknown resources with 403 instead of 404: the same requests as there.',
  statusConflict: 'Two requests that change one resource at the same moment: one of them may be told this.',
  consentModelNotOffered:
    'A consent of a model that the bank does not offer. The page about the profile says which it offers.',
  referencedResourceExpired: `${TIME} a consent whose validUntil has passed, named in a signing basket.`,
  redirectLinkUnknown: 'Shown to the browser of the PSU only.',
  redirectLinkExpired: 'Shown to the browser of the PSU only.',
  scaSessionOver: 'Shown to the browser of the PSU only.',
  serviceUnavailable: `${LOAD} or a part of the bank that is being restarted.`,
  overloaded: `${LOAD} more requests at once than the bank can serve.`,
  internalError: 'A fault of the bank: no request should bring it about. Report one that does.',
};

/** Element or text of such answers, if it differs from the general one of the error case. */
export const ANSWERS_WITHOUT_EXAMPLE: Readonly<Partial<Record<Situation, Omit<Fault, 'situation'>>>> = {
  certificateOfOtherTpp: { path: 'TPP-Signature-Certificate' },
  signatureInvalid: { path: 'Digest', text: 'it does not match the body as it arrived, of 143 bytes' },
  tokenInvalid: { path: 'Authorization' },
  tokenExpired: { path: 'Authorization' },
  consentModelNotOffered: { path: 'access', text: 'must be another kind of consent. This bank offers: allPsd2' },
  referencedResourceExpired: { path: 'consentIds[0]' },
};
