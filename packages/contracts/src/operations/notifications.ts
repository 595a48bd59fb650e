import { z } from 'zod';
import { href } from '../interface/endpoints.ts';
import type { PaymentProduct, PaymentService } from '../interface/payment-products.ts';
import { NotificationWish } from '../values/notification-wish.ts';
import { ScaParent } from '../values/sca-content.ts';
import { operation } from './operation.ts';

/**
 * A status changed that a TPP wants to be notified of: of a resource, or with `authorisationId` of one of its
 * authorisations. Idempotent by parent, authorisation and `sequence`, which grows with every status of the one that
 * moved.
 */
export const StatusNotification = z.object({
  tppId: z.string(),
  wish: NotificationWish,
  parent: ScaParent,
  authorisationId: z.string().optional(),
  sequence: z.int().min(0),
  status: z.string(),
  /** Never earlier than the notice before it of the same one. */
  at: z.iso.datetime(),
  /** By so many days the clock was ahead by which the status moved, in a sandbox alone. */
  daysAhead: z.int().min(0).optional(),
  /** The last status that is known here; some may be followed all the same. */
  isLast: z.boolean(),
  /** Nothing can follow: the subscription of the resource ends with it. */
  isFinal: z.boolean(),
});
export type StatusNotification = z.infer<typeof StatusNotification>;

/**
 * The owner of a status tells that it moved. Taken once; what becomes of it at the TPP is nobody's concern but the
 * sender's.
 */
export const pushNotification = operation('notifier.pushNotification', {
  hop: 'write',
  isRepeatable: true,
  request: StatusNotification,
  reply: z.object({ taken: z.boolean() }),
});

/** Whether a TPP asked for a notice (decision 27). */
export function isNotificationRequested({ wish, authorisationId, isLast }: Omit<StatusNotification, 'at'>): boolean {
  const { contents } = wish;
  if (authorisationId !== undefined) return contents.includes('SCA');
  return contents.includes('PROCESS') || (isLast && contents.includes('LAST'));
}

type Named = Pick<StatusNotification, 'parent' | 'authorisationId'>;

/** Differences between kinds of parents: names of the id and of the status, and the links to both statuses. */
const KINDS = {
  consent: {
    id: 'consentId',
    status: 'consentStatus',
    link: (consentId: string) => href('getConsentStatus', { consentId }),
    scaLink: (consentId: string, authorisationId: string) =>
      href('getConsentScaStatus', { consentId, authorisationId }),
  },
  fundsConsent: {
    id: 'consentId',
    status: 'consentStatus',
    link: (consentId: string) => href('getConsentConfirmationOfFundsStatus', { consentId }),
    scaLink: (consentId: string, authorisationId: string) =>
      href('consentConfirmationOfFundsGetScaStatus', { consentId, authorisationId }),
  },
  payment: {
    id: 'paymentId',
    status: 'transactionStatus',
    link: (paymentId: string, payment: Payment) => href('getPaymentInitiationStatus', { ...payment, paymentId }),
    scaLink: (paymentId: string, authorisationId: string, payment: Payment) =>
      href('getPaymentInitiationScaStatus', { ...payment, paymentId, authorisationId }),
  },
  cancellation: {
    id: 'paymentId',
    status: 'transactionStatus',
    link: (paymentId: string, payment: Payment) => href('getPaymentInitiationStatus', { ...payment, paymentId }),
    scaLink: (paymentId: string, authorisationId: string, payment: Payment) =>
      href('getPaymentCancellationScaStatus', { ...payment, paymentId, authorisationId }),
  },
  basket: {
    id: 'basketId',
    status: 'transactionStatus',
    link: (basketId: string) => href('getSigningBasketStatus', { basketId }),
    scaLink: (basketId: string, authorisationId: string) =>
      href('getSigningBasketScaStatus', { basketId, authorisationId }),
  },
} as const satisfies Record<ScaParent['kind'], unknown>;

interface Payment {
  readonly paymentService: PaymentService;
  readonly paymentProduct: PaymentProduct;
}

/** The body that the TPP gets (decision 27). Addresses are relative, as in every answer of the interface. */
export function notificationBody({ parent, authorisationId, status }: Named & Pick<StatusNotification, 'status'>) {
  const { paymentService, paymentProduct } = parent;
  const payment = { paymentService, paymentProduct } as Payment;
  const kind = KINDS[parent.kind];
  const statusLink = { status: { href: kind.link(parent.id, payment) } };
  if (authorisationId === undefined) return { [kind.id]: parent.id, [kind.status]: status, _links: statusLink };
  return {
    [kind.id]: parent.id,
    [parent.kind === 'cancellation' ? 'cancellationId' : 'authorisationId']: authorisationId,
    scaStatus: status,
    _links: { ...statusLink, scaStatus: { href: kind.scaLink(parent.id, authorisationId, payment) } },
  };
}
