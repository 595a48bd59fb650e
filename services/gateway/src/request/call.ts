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

/** A fault that the TPP should correct and that does not refuse its request; `path` names the header or the field. */
export interface Warning {
  readonly path: string;
  readonly text: string;
}

/**
 * An HTTP request of a TPP. `requestId` and `caller` are set when it is accepted. The checks set the rest, in their order: each check
 * may use what the checks before it have set (`checks/request-checks.ts`).
 */
export type Call<Key extends EndpointKey = EndpointKey> = Request<PathParameters<Key>, unknown, unknown> & {
  requestId: string;
  /** Key of the caller for fair sharing of the replica; not a proven identity. */
  caller: string;
  endpoint: EndpointKey;
  /** The percent-encoding of the address is invalid; `path` and `params` have it escaped. */
  isMisencoded?: boolean;
  tpp: Tpp;
  /** Set for endpoints that read accounts: the consent of the read. */
  consentId: string;
  /** The PSU that the access token of a pre-step names. */
  tokenPsu?: PsuData;
  /** The subject of an access token of the resource in the address. */
  tokenSubject?: string;
  /** The web certificate (QWAC) of the TPP; undefined on the plain listener of the sandbox. */
  certificate?: TppCertificate;
  /** The status notifications that the TPP will get, if it asked for some. */
  notification?: NotificationWish | 'refused';
  /** Set for endpoints of payments: the first two segments of the path. */
  payment: { paymentService: PaymentService; paymentProduct: PaymentProduct };
  /** Media type of the answer. */
  answerType: string;
  /** The body as it was sent; the input of fingerprints and signatures. */
  rawBody: Buffer;
  /** Sent with the answer to a creation. */
  warnings?: readonly Warning[];
  /** The error case, for the log. */
  refusedWith?: Situation;
};

/** Adds a warning to the answer: the request is taken, and the TPP should correct something. */
export function warn(call: Pick<Call, 'warnings'>, path: string, text: string): void {
  call.warnings = [...(call.warnings ?? []), { path, text }];
}

/** A header as text; an empty one counts as absent (decision 13). Node returns a list only for headers that this interface does not use. */
export function headerOf(call: Pick<Call, 'headers'>, name: string): string | undefined {
  const value = call.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
