import type { X509Certificate } from 'node:crypto';
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

/**
 * A request of a TPP on its way through the gateway. `requestId` is there from the first moment; the rest is what the
 * checks found out, each for those after it (see `request-checks.ts`).
 */
export type Call<Key extends EndpointKey = EndpointKey> = Request<PathParameters<Key>, unknown, unknown> & {
  requestId: string;
  endpoint: EndpointKey;
  tpp: Tpp;
  /** The web certificate that the TPP showed, where it showed one. */
  webCertificate?: X509Certificate;
  /** What the TPP will be told of the resource, where it asks to be. */
  notification?: NotificationWish | 'refused';
  /** Of payment endpoints: the first two steps of the address. */
  payment: { paymentService: PaymentService; paymentProduct: PaymentProduct };
  /** The media type that the answer is to have. */
  answerType: string;
  /** The body as it was sent; fingerprints and signatures are made over it. */
  rawBody: Buffer;
  /** Why it was refused, for the log. */
  refusedWith?: Situation;
};

/** A header as text. Node hands out lists only for names that this interface does not use. */
export function headerOf(call: Pick<Call, 'headers'>, name: string): string | undefined {
  const value = call.headers[name];
  return typeof value === 'string' ? value : undefined;
}
