import type { Situation } from '@xs2a/contracts';

const CERTIFICATE = 'Use a valid qualified website certificate (QWAC) from an authority that the bank trusts.';
const RESEND = 'Correct what each path names and send the request again with a new X-Request-ID.';
const NEW_CONSENT = 'Request a new consent and let the PSU approve it.';
const SIGN =
  'Send Signature, Digest and TPP-Signature-Certificate together. Where signatures are optional, send none of them.';
const FOLLOW = 'Read the status and follow one of the links of the last answer.';
const OWN_ID = 'Check the id. The resources of other TPPs are answered like unknown ones.';
const LATER = 'Wait as long as Retry-After says, then send the same request with the same X-Request-ID.';
const NEW_AUTHORISATION = 'Start a new authorisation and redirect the PSU to its link.';
const PROFILE_PAGE = 'see "What this bank offers"';

/** Remedy of each error case for a TPP. An error case without a remedy does not compile. */
export const REMEDIES: Readonly<Record<Situation, string>> = {
  addressUnknown: 'Compare the address with the reference. The version differs by resource (/v1, /v2).',
  methodNotAllowed: 'Use one of the methods in the Allow header.',
  notOfferedYet: 'This bank does not offer the service. There is nothing to correct.',
  certificateMissing: 'Connect with your client certificate (mutual TLS).',
  certificateInvalid: `${CERTIFICATE} In the sandbox, name one of its TPPs in X-Sandbox-TPP or omit the header.`,
  certificateExpired: CERTIFICATE,
  certificateRevoked: CERTIFICATE,
  certificateBlocked: 'Ask the bank for the reason. Another certificate of the same TPP is blocked too.',
  certificateOfOtherTpp: 'Sign with a certificate of the TPP that connects.',
  roleMissing: 'Use a certificate with the role (AISP, PISP, PIISP) that this service requires.',
  signatureMissing: SIGN,
  digestMissing: SIGN,
  signingCertificateMissing: SIGN,
  signatureInvalid: 'Sign exactly the bytes and headers that are sent. A proxy may change them on the way.',
  headerInvalid: RESEND,
  requestIdInvalid: 'Send a new UUID with each request.',
  requestIdReused: 'Use a new UUID for each new request. Only an identical repetition keeps its X-Request-ID.',
  requestInFlight: 'Wait a moment and repeat the request. You get the answer of the first one.',
  redirectUriMissing: 'Send TPP-Redirect-URI, or TPP-Redirect-Preferred: false for another SCA approach.',
  mediaTypeUnsupported:
    'Send JSON as application/json, pain.001 as application/xml, a standing order in XML as multipart/form-data.',
  acceptNotServable: 'Accept application/json. Lists of transactions are also available as application/xml.',
  bodyTooLarge: `Send a smaller body. Limits: ${PROFILE_PAGE}.`,
  requestTimedOut: 'Send the body without pauses. Repeat the request with the same X-Request-ID.',
  tokenUnknown:
    'Send Authorization only where the bank offers OAuth, as Bearer and the access token that this TPP was given.',
  tokenInvalid:
    'Use the token of exactly this consent, payment or service, with the certificate that it was requested with.',
  tokenExpired: 'Use the refresh token, or lead the PSU to the bank again.',
  consentIdMissing: 'Send the consentId in the Consent-ID header.',
  consentIdHeaderUnknown: OWN_ID,
  consentNotUsable: `Read the consent status. If it is not approved yet, redirect the PSU to scaRedirect. If it has ended, start again: ${NEW_CONSENT}`,
  consentExpired: NEW_CONSENT,
  consentLacksRight: 'Request a consent for this account and this kind of data.',
  payeeMismatchesExceeded:
    'Send the order: the PSU sees the result before it approves. Retry-After says when a further question is answered.',
  psuIdsExceeded: 'Name PSU-IDs that PSUs entered. Retry-After says when another one is accepted.',
  rateExceeded: 'Send fewer requests. Retry-After says when the next one is accepted.',
  accessExceeded: 'Wait until X-RateLimit-Reset, or read while the PSU is present (PSU-IP-Address).',
  consentIdPathUnknown: OWN_ID,
  resourceUnknown: OWN_ID,
  resourceNotOfTpp: OWN_ID,
  accountUnknown: 'Use a resourceId from the account list of this consent.',
  downloadUnknown:
    'Take a new download link from the transaction list. A link is valid for a limited time and for one consent.',
  transactionUnknown: 'Use a transactionId or a link from the transaction list of this account.',
  authorisationUnknown: 'Use the authorisationId from the answer that started the authorisation.',
  serviceUnknown: 'Use payments, periodic-payments or bulk-payments.',
  productUnknown: `Use a payment product that this bank offers: ${PROFILE_PAGE}.`,
  productNotOfPayment: 'Use the payment service and product with which the payment was initiated.',
  serviceBlocked: 'Ask the PSU to contact the bank.',
  statusInvalid: FOLLOW,
  statusConflict: FOLLOW,
  authorisationFailed: 'If the resource is still open, start another authorisation for it.',
  signedAlready: 'Let another signatory approve.',
  cancellationNotRequested:
    'Send DELETE for the payment first. Start an authorisation only if the answer links to one.',
  cancellationImpossible: 'The bank is executing the payment or has executed it. Ask the PSU to contact the bank.',
  resourceBlocked: 'Authorise the signing basket, or delete it first.',
  basketMemberAuthorised: 'Create the signing basket without this entry.',
  psuCredentialsInvalid:
    'Follow one of the _links for another attempt. Without links the authorisation has failed. Show the psuMessage to the PSU.',
  corporateIdInvalid: 'Send the PSU-Corporate-ID that the PSU has at this bank.',
  scaMethodUnknown: 'Select one of the scaMethods of the last answer.',
  queryInvalid: RESEND,
  parametersNotConsistent: 'Send only one of the query parameters that exclude each other.',
  parameterNotSupported: 'Omit the parameter.',
  periodInvalid: 'Request a shorter or more recent period. Older entries require recent SCA of the PSU.',
  bodyInvalid: 'Send one JSON object in UTF-8, or one pain.001 message.',
  fieldInvalid: RESEND,
  consentModelNotOffered: `Use a consent model that this bank offers: ${PROFILE_PAGE}.`,
  accessModelsMixed: 'Use one consent model: list accounts, request all accounts, or let the PSU choose.',
  sessionsNotSupported: 'Omit combinedServiceIndicator. Use a consent and payments side by side.',
  referencedResourceUnknown: 'Check the ids in the body, and that the PSU holds the account.',
  referencedResourceExpired: 'Omit the resource, or create it again.',
  basketMixInvalid: `Group only what this bank groups in one signing basket: ${PROFILE_PAGE}.`,
  executionDateInvalid: 'Choose a later banking day that this bank still accepts.',
  cardInvalid: 'Check the card number with the PSU.',
  piisNotActivated: 'Request a funds consent and let the PSU approve it.',
  redirectLinkUnknown: NEW_AUTHORISATION,
  redirectLinkExpired: NEW_AUTHORISATION,
  scaSessionOver: 'Let the PSU open the link again, or start a new authorisation.',
  serviceUnavailable: LATER,
  overloaded: LATER,
  internalError: 'Repeat the request once with the same X-Request-ID. If it fails again, report that id to the bank.',
};
