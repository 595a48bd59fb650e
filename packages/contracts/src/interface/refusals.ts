/** The answer to one error case. Without `code`, the answer has no body (decision 11). */
export interface Refusal {
  readonly status: number;
  readonly code?: string;
  readonly text: string;
}

/**
 * One row per error case (decision 11). The order is the order of precedence and of the checks. The key is the name of the case,
 * used when throwing it; `status` and `code` are the HTTP status and Berlin Group message code; `text` is for developers of the
 * TPP and never contains data of a PSU.
 */
export const REFUSALS = {
  // Route and method
  addressUnknown: { status: 404, code: 'RESOURCE_UNKNOWN', text: 'there is nothing at this address' },
  methodNotAllowed: { status: 405, code: 'SERVICE_INVALID', text: 'this method is not offered at this address' },
  notOfferedYet: { status: 501, text: 'this endpoint is not offered yet' },

  // The TPP's certificate and role
  certificateMissing: { status: 401, code: 'CERTIFICATE_MISSING', text: 'a client certificate is needed' },
  certificateInvalid: { status: 401, code: 'CERTIFICATE_INVALID', text: 'the certificate is not acceptable' },
  certificateExpired: { status: 401, code: 'CERTIFICATE_EXPIRED', text: 'the certificate has expired' },
  certificateRevoked: { status: 401, code: 'CERTIFICATE_REVOKED', text: 'the certificate was revoked' },
  certificateBlocked: { status: 401, code: 'CERTIFICATE_BLOCKED', text: 'the certificate is blocked' },
  certificateOfOtherTpp: {
    status: 401,
    code: 'CERTIFICATE_INVALID',
    text: 'the signing certificate belongs to another TPP than the client certificate',
  },
  rateExceeded: { status: 429, text: 'more requests than this TPP may make at present' },
  payeeMismatchesExceeded: {
    status: 429,
    text: 'this TPP has had too many verifications of this account without a match',
  },
  psuIdsExceeded: { status: 429, text: 'this TPP has named too many PSU-IDs that did not authenticate' },
  roleMissing: { status: 401, code: 'ROLE_INVALID', text: 'the certificate lacks the role for this service' },

  // Signature
  signatureMissing: { status: 401, code: 'SIGNATURE_MISSING', text: 'a signature is needed' },
  digestMissing: { status: 401, code: 'SIGNATURE_MISSING', text: 'Signature needs Digest' },
  signingCertificateMissing: {
    status: 401,
    code: 'CERTIFICATE_MISSING',
    text: 'Signature needs TPP-Signature-Certificate',
  },
  signatureInvalid: { status: 401, code: 'SIGNATURE_INVALID', text: 'the signature or the digest does not verify' },

  // Headers
  headerInvalid: { status: 400, code: 'FORMAT_ERROR', text: 'a header is missing or malformed' },
  requestIdInvalid: { status: 400, code: 'FORMAT_ERROR', text: 'X-Request-ID must be a UUID' },
  requestIdReused: {
    status: 400,
    code: 'FORMAT_ERROR',
    text: 'X-Request-ID was used for another request before: send a new UUID',
  },
  requestInFlight: { status: 409, code: 'STATUS_INVALID', text: 'the same request is still being worked on' },
  redirectUriMissing: {
    status: 400,
    code: 'FORMAT_ERROR',
    text: 'TPP-Redirect-URI is needed for the redirect approach',
  },

  // Media types and sizes
  mediaTypeUnsupported: { status: 415, code: 'FORMAT_ERROR', text: 'this Content-Type is not supported here' },
  acceptNotServable: {
    status: 406,
    code: 'REQUESTED_FORMATS_INVALID',
    text: 'none of the accepted media types can be served',
  },
  bodyTooLarge: { status: 413, text: 'the body is too large' },
  requestTimedOut: { status: 408, text: 'the request was not received in time' },

  // Token
  tokenUnknown: { status: 401, code: 'TOKEN_UNKNOWN', text: 'the access token is not known' },
  tokenInvalid: { status: 401, code: 'TOKEN_INVALID', text: 'the access token is not for this resource' },
  tokenExpired: { status: 401, code: 'TOKEN_EXPIRED', text: 'the access token has expired' },

  // Consent as permission, from the Consent-ID header
  consentIdMissing: { status: 400, code: 'FORMAT_ERROR', text: 'Consent-ID is needed' },
  consentIdHeaderUnknown: {
    status: 400,
    code: 'CONSENT_UNKNOWN',
    text: 'Consent-ID matches no consent of this TPP: use the consentId returned by the creation',
  },
  consentNotUsable: { status: 401, code: 'CONSENT_INVALID', text: 'the consent is not valid' },
  consentExpired: { status: 401, code: 'CONSENT_EXPIRED', text: 'the consent has expired' },
  consentLacksRight: { status: 401, code: 'CONSENT_INVALID', text: 'the consent does not cover this' },
  accessExceeded: {
    status: 429,
    code: 'ACCESS_EXCEEDED',
    text: 'more accesses without the PSU today than the consent allows',
  },

  // The addressed resource; another TPP's resource is answered like an unknown one
  consentIdPathUnknown: {
    status: 403,
    code: 'CONSENT_UNKNOWN',
    text: 'no such consent of this TPP: use the consentId returned by the creation',
  },
  resourceUnknown: { status: 404, code: 'RESOURCE_UNKNOWN', text: 'no such resource of this TPP' },
  resourceNotOfTpp: { status: 403, code: 'RESOURCE_UNKNOWN', text: 'no such resource of this TPP' },
  accountUnknown: {
    status: 404,
    code: 'RESOURCE_UNKNOWN',
    text: 'no such account under this consent: accountId is a resourceId of its list',
  },
  downloadUnknown: { status: 404, code: 'RESOURCE_UNKNOWN', text: 'no such download under this consent' },
  transactionUnknown: {
    status: 404,
    code: 'RESOURCE_UNKNOWN',
    text: 'no such transaction of this account: transactionId is one of its list',
  },
  authorisationUnknown: {
    status: 404,
    code: 'RESOURCE_UNKNOWN',
    text: 'no such authorisation of this resource: use the authorisationId returned by its start',
  },
  serviceUnknown: { status: 404, code: 'PRODUCT_UNKNOWN', text: 'no such payment service' },
  productUnknown: {
    status: 404,
    code: 'PRODUCT_UNKNOWN',
    text: 'this payment product is not offered with this service',
  },
  productNotOfPayment: { status: 403, code: 'PRODUCT_INVALID', text: 'the payment belongs to another product' },
  serviceBlocked: { status: 403, code: 'SERVICE_BLOCKED', text: 'the service is blocked for this PSU' },

  // State
  statusInvalid: {
    status: 409,
    code: 'STATUS_INVALID',
    text: 'the resource does not allow this in its present status',
  },
  statusConflict: { status: 409, code: 'STATUS_INVALID', text: 'the resource was changed at the same moment' },
  authorisationFailed: {
    status: 400,
    code: 'SCA_INVALID',
    text: 'the authorisation has failed and takes no more data: start another one',
  },
  signedAlready: { status: 409, code: 'STATUS_INVALID', text: 'this PSU has authorised already' },
  cancellationNotRequested: {
    status: 409,
    code: 'STATUS_INVALID',
    text: 'the cancellation was not requested before by DELETE, or needs no authorisation',
  },
  cancellationImpossible: {
    status: 405,
    code: 'CANCELLATION_INVALID',
    text: 'the payment cannot be cancelled any more',
  },
  resourceBlocked: {
    status: 400,
    code: 'RESOURCE_BLOCKED',
    text: 'the resource is grouped in a signing basket: authorise or delete that',
  },
  basketMemberAuthorised: {
    status: 409,
    code: 'REFERENCE_STATUS_INVALID',
    text: 'a member of the basket is fully authorised already',
  },

  // The PSU
  psuCredentialsInvalid: {
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    text: 'the PSU could not be authenticated: PSU-ID, password or code is wrong',
  },
  corporateIdInvalid: { status: 401, code: 'CORPORATE_ID_INVALID', text: 'PSU-Corporate-ID is not known' },
  scaMethodUnknown: {
    status: 400,
    code: 'SCA_METHOD_UNKNOWN',
    text: 'the PSU has no such SCA method: send an id of scaMethods',
  },

  // Query
  queryInvalid: { status: 400, code: 'FORMAT_ERROR', text: 'a query parameter is missing or malformed' },
  parametersNotConsistent: {
    status: 400,
    code: 'PARAMETER_NOT_CONSISTENT',
    text: 'the query parameters contradict each other',
  },
  parameterNotSupported: { status: 400, code: 'PARAMETER_NOT_SUPPORTED', text: 'the parameter is not supported' },
  periodInvalid: { status: 400, code: 'PERIOD_INVALID', text: 'the period is out of bounds' },

  // Body
  bodyInvalid: { status: 400, code: 'FORMAT_ERROR', text: 'the body is malformed' },
  fieldInvalid: { status: 400, code: 'FORMAT_ERROR', text: 'a field is missing or malformed' },
  consentModelNotOffered: { status: 400, code: 'SERVICE_INVALID', text: 'this kind of consent is not offered' },
  accessModelsMixed: { status: 400, code: 'FORMAT_ERROR', text: 'access must follow exactly one consent model' },
  sessionsNotSupported: {
    status: 400,
    code: 'SESSIONS_NOT_SUPPORTED',
    text: 'combined account information and payment sessions are not offered',
  },
  referencedResourceUnknown: {
    status: 400,
    code: 'RESOURCE_UNKNOWN',
    text: 'the body names a resource unknown to this TPP',
  },
  referencedResourceExpired: {
    status: 400,
    code: 'RESOURCE_EXPIRED',
    text: 'the body names a resource that has expired',
  },
  basketMixInvalid: { status: 400, code: 'REFERENCE_MIX_INVALID', text: 'these members cannot be in one basket' },
  executionDateInvalid: { status: 400, code: 'EXECUTION_DATE_INVALID', text: 'the execution date is not possible' },
  cardInvalid: {
    status: 400,
    code: 'CARD_INVALID',
    text: 'the card number is unknown: no valid consent of this TPP names it',
  },
  piisNotActivated: {
    status: 400,
    code: 'NO_PIIS_ACTIVATION',
    text: 'no consent of the PSU covers this account for this card issuer',
  },

  // The PSU's pages (portal)
  redirectLinkUnknown: { status: 404, text: 'the link is unknown or was used already' },
  redirectLinkExpired: { status: 410, text: 'the link has expired' },
  scaSessionOver: { status: 410, text: 'the session is over' },

  // The service itself; no detail is passed on
  serviceUnavailable: { status: 503, code: 'SERVICE_UNAVAILABLE', text: 'temporarily unavailable' },
  overloaded: { status: 503, code: 'SERVICE_UNAVAILABLE', text: 'too many requests at once' },
  internalError: { status: 500, text: 'internal error' },
} as const satisfies Record<string, Refusal>;

export type Situation = keyof typeof REFUSALS;

/** Whether a text from outside is the name of an error case. */
export function isSituation(word: unknown): word is Situation {
  return typeof word === 'string' && Object.hasOwn(REFUSALS, word);
}
