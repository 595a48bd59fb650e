import type { TppCertificate } from '@xs2a/certificates';
import type {
  EndpointKey,
  NotificationWish,
  PathParameters,
  PaymentProduct,
  PaymentService,
  Situation,
  Tpp,
} from '@xs2a/contracts';
import type { Request } from 'express';
import type { Warning } from './warnings.ts';

/**
 * A request of a TPP on its way through the gateway. `requestId` is there from the first moment; the rest is what the
 * checks found out, each for those after it (see `request-checks.ts`).
 */
export type Call<Key extends EndpointKey = EndpointKey> = Request<PathParameters<Key>, unknown, unknown> & {
  requestId: string;
  endpoint: EndpointKey;
  tpp: Tpp;
  /** The web certificate of the TPP; left out on the plain listener of the sandbox. */
  certificate?: TppCertificate;
  /** What the TPP will be told of the resource, where it asks to be. */
  notification?: NotificationWish | 'refused';
  /** Of payment endpoints: the first two steps of the address. */
  payment: { paymentService: PaymentService; paymentProduct: PaymentProduct };
  /** The media type that the answer is to have. */
  answerType: string;
  /** The body as it was sent; fingerprints and signatures are made over it. */
  rawBody: Buffer;
  /** What is told with the answer of a creation. */
  warnings?: readonly Warning[];
  /** Why it was refused, for the log. */
  refusedWith?: Situation;
};

/** A header as text. Node hands out lists only for names that this interface does not use. */
export function headerOf(call: Pick<Call, 'headers'>, name: string): string | undefined {
  const value = call.headers[name];
  return typeof value === 'string' ? value : undefined;
}
