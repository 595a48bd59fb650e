import { z } from 'zod';
import { href } from '../interface/endpoints.ts';
import type { PaymentProduct, PaymentService } from '../interface/payment-products.ts';
import { NotificationWish } from '../values/notification-wish.ts';
import { ScaParent } from '../values/sca/sca-content.ts';
import { operation } from './operation.ts';

/**
 * A status change of which a TPP wants to be notified: of a resource, or with `authorisationId`, of one of its authorisations.
 * Idempotent by parent, authorisation and `sequence`, which increases with each status of the changed object.
 */
export const StatusNotification = z.object({
  tppId: z.string(),
  wish: NotificationWish,
  parent: ScaParent,
  authorisationId: z.string().optional(),
  sequence: z.int().min(0),
  status: z.string(),
  /** Never earlier than the previous notification about the same object. */
  at: z.iso.datetime(),
  /** Milliseconds by which the time of the changed object is ahead of `at`. */
  aheadMs: z.int().min(0).optional(),
  /** The last expected status; some of these may still be followed by another. */
  isLast: z.boolean(),
  /** No further status is possible: the subscription of the resource ends with it. */
  isFinal: z.boolean(),
});
export type StatusNotification = z.infer<typeof StatusNotification>;

/** Sent by the owner of a status when it changes. Accepted once; the sender is not informed of the delivery to the TPP. */
export const pushNotification = operation('notifier.pushNotification', {
  hop: 'write',
  isRepeatable: true,
  request: StatusNotification,
  reply: z.object({ taken: z.boolean() }),
});

/** Whether a TPP asked for a notification (decision 27). */
export function isNotificationRequested({ wish, authorisationId, isLast }: Omit<StatusNotification, 'at'>): boolean {
  const { contents } = wish;
  if (authorisationId !== undefined) return contents.includes('SCA');
  return contents.includes('PROCESS') || (isLast && contents.includes('LAST'));
}

type Named = Pick<StatusNotification, 'parent' | 'authorisationId'>;

/** Differences between kinds of parents: names of id and status, and links to both statuses. */
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

/** Body of the notification to the TPP (decision 27). Addresses are relative, as in every answer of the interface. */
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
