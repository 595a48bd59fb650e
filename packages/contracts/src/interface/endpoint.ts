import type { TppRole } from '../values/parties.ts';

/** Selects the message codes (decision 11): account information, payments, funds confirmation, baskets. */
type Family = 'AIS' | 'PIS' | 'PIIS' | 'SBS';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base address; parameters in braces. */
  readonly path: `/v${1 | 2}/${string}`;
  /** The TPP needs one of these roles. */
  readonly roles: readonly TppRole[];
  readonly family: Family;
  /** Status code of success. */
  readonly status: 200 | 201 | 202 | 204;
  /** Creates a resource: reads the PSU and redirect headers, and is idempotent by X-Request-ID. */
  readonly creates?: true;
  /** Starts or updates an authorisation: the body decides the action and may be empty (decision 21). */
  readonly authorises?: 'start' | 'update';
  /** Reads account data: needs Consent-ID. */
  readonly readsAccounts?: true;
  /** Default: JSON. A list can also be a camt report, a download always is (decision 19). */
  readonly answersIn?: 'jsonOrXml' | 'xml';
  /** The optional service it belongs to, if a bank may leave it out (profile). */
  readonly optional?:
    | 'cardAccounts'
    | 'extendedStatus'
    | 'fundsConfirmation'
    | 'payeeVerification'
    | 'payeeVerificationBeforeOrder'
    | 'signingBaskets'
    | 'trustedBeneficiaries';
  /** Takes no body. */
  readonly hasNoBody?: true;
}
