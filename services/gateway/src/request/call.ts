import type { TppCertificate } from '@xs2a/certificates';
import type {
  EndpointKey,
  NotificationWish,
  PathParameters,
  PaymentProduct,
  PaymentService,
  PsuData,
  Situation,
  Tpp,
} from '@xs2a/contracts';
import type { Request } from 'express';

/** A fault that the TPP should correct, although its request is accepted; `path` names the header or field. */
export interface Warning {
  readonly path: string;
  readonly text: string;
}

/**
 * An HTTP request of a TPP. `requestId` and `caller` are set on receipt. The checks set the rest in their order, and may use
 * values set by earlier checks (`checks/request-checks.ts`).
 */
export type Call<Key extends EndpointKey = EndpointKey> = Request<PathParameters<Key>, unknown, unknown> & {
  requestId: string;
  /** Key of the caller for fair sharing of the replica; not a proven identity. */
  caller: string;
  endpoint: EndpointKey;
  /** Whether the address has invalid percent-encoding; `path` and `params` then have it escaped. */
  isMisencoded?: boolean;
  tpp: Tpp;
  /** Consent of the read; set for endpoints that read accounts. */
  consentId: string;
  /** PSU of a pre-step access token. */
  tokenPsu?: PsuData;
  /** Subject of an access token for the resource in the address. */
  tokenSubject?: string;
  /** Web certificate (QWAC) of the TPP; undefined on the plain listener of the sandbox. */
  certificate?: TppCertificate;
  /** Status notifications that the TPP will receive, if it asked for any. */
  notification?: NotificationWish | 'refused';
  /** First two segments of the path; set for payment endpoints. */
  payment: { paymentService: PaymentService; paymentProduct: PaymentProduct };
  /** Media type of the answer. */
  answerType: string;
  /** Body as received; the input of fingerprints and signatures. */
  rawBody: Buffer;
  /** Warnings for the answer to a creation. */
  warnings?: readonly Warning[];
  /** Error case of the answer, for the log. */
  refusedWith?: Situation;
};

/** Adds a warning to the answer: the request is accepted, but the TPP should correct a fault. */
export function warn(call: Pick<Call, 'warnings'>, path: string, text: string): void {
  call.warnings = [...(call.warnings ?? []), { path, text }];
}

/**
 * Returns a header as text; an empty one counts as absent (decision 13). Node returns arrays only for headers that this interface
 * does not use.
 */
export function headerOf(call: Pick<Call, 'headers'>, name: string): string | undefined {
  const value = call.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
