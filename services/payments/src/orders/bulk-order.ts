import {
  type AspspProfile,
  type BulkPayment,
  dayOfTime,
  FAULTS_MAX,
  type Fault,
  faultsFoundBy,
  PAYMENT_PRODUCTS,
  type PaymentContent,
  refuseFaults,
  Xs2aError,
} from '@xs2a/contracts';
import { blockPath } from '@xs2a/iso20022';
import { bankDay } from '@xs2a/service-kit';
import { namingFields } from '../bulk/naming-fields.ts';
import { parseMessage } from '../bulk/parse-message.ts';
import { storeMessage } from '../bulk/store-message.ts';
import { transferOf, writeBulk } from '../bulk/write-bulk.ts';
import { type ExecutionDay, executionDay, refuseImpossibleDay } from '../calendar/execution-day.ts';
import type { PaymentsContext } from '../context.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';
import { refuseUnfitForProduct } from '../products/check-product.ts';
import type { OrderRules } from './order-rules.ts';
import { transliterateForProduct } from './transliterate-for-product.ts';

type Order = StoredOrderOf<'bulk-payments'>;

/** Bulk payments: a pain.001 message, posted or generated from JSON, that is approved as a whole (decision 24). */
export const BULK_ORDERS: OrderRules<'bulk-payments'> = {
  dedupeFirst: true,

  async parse(context, { paymentService, paymentProduct, ...posted }) {
    const inSet = posted.body && (await transliterateForProduct(context.profile, paymentProduct, posted.body));
    const body = inSet?.body;
    const written = body === undefined ? posted.xml : messageOf(context, paymentProduct, body);
    if (written === undefined) throw new Xs2aError('bodyInvalid');
    const read = () => parseMessage(context.profile, written, { product: paymentProduct });
    const { transliterated, ...parsed } = await (body === undefined ? read() : namingFields(read));
    const xml = transliterated?.xml ?? written;
    const changed = inSet?.transliterated ?? transliterated?.paths;
    return {
      order: { paymentService, paymentProduct, bulk: parsed.bulk },
      ...(changed && { transliterated: changed }),
      store: (paymentId, session) => storeMessage(context, { paymentId, xml, parsed, ...(body && { body }) }, session),
    };
  },

  refuse(profile, { paymentProduct: product, bulk }, at) {
    const today = bankDay(at, profile);
    for (const [block, requested] of bulk.days.entries()) {
      // Today means immediate execution; undefined means that no day was requested.
      if (requested === today) continue;
      const isJson = PAYMENT_PRODUCTS[product].format === 'json';
      const path = isJson ? 'requestedExecutionDate' : `${blockPath(block)}/ReqdExctnDt`;
      refuseImpossibleDay(profile, { product, requested, at, path });
    }
  },

  schedule: (profile, order, at) => ({ executeOn: bulkExecutionDay(profile, order, { at, receivedAt: at }).executeOn }),

  contentOf({ paymentService, paymentProduct, bulk }): PaymentContent {
    const { days, ...shown } = bulk;
    const [day] = days;
    const isOneDay = days.every((other) => other === day);
    return {
      kind: 'bulkPayment',
      paymentService,
      paymentProduct,
      ...shown,
      ...(isOneDay && day !== undefined && { requestedExecutionDate: day }),
    };
  },
};

/** Generates the message for a bulk in JSON, after checking each transfer against the product. */
function messageOf({ profile, now }: PaymentsContext, product: Order['paymentProduct'], bulk: BulkPayment): string {
  const { bulkTransactionsMax } = profile.limits;
  if (bulk.payments.length > bulkTransactionsMax) {
    throw new Xs2aError('fieldInvalid', {
      path: 'payments',
      text: `may have at most ${bulkTransactionsMax} transfers`,
    });
  }
  const faults = new Map<string, Fault>();
  for (const [index, transfer] of bulk.payments.entries()) {
    for (const fault of faultsFoundBy(() => refuseUnfitForProduct(product, transferOf(bulk, transfer), profile))) {
      const path = fault.path?.startsWith('debtorAccount') ? fault.path : `payments[${index}].${fault.path ?? ''}`;
      faults.set(path, { ...fault, path });
    }
    if (faults.size >= FAULTS_MAX) break;
  }
  refuseFaults([...faults.values()]);
  const at = now();
  // `refuse` checks the day too, and would name the date.
  const { requestedExecutionTime: time } = bulk;
  const requested = time && dayOfTime(time, profile.timeZone);
  if (requested !== undefined && requested !== bankDay(at, profile))
    refuseImpossibleDay(profile, { product, requested, at, path: 'requestedExecutionTime' });
  // MsgId has at most 35 characters, a UUID with its hyphens has 36.
  return writeBulk(product, bulk, { id: crypto.randomUUID().replaceAll('-', ''), day: bankDay(at, profile), at });
}

/**
 * Returns the day on which the message is submitted: the earliest of its blocks, since the bank executes each block on its own
 * day. ReqdExctnDt is mandatory: the date of receipt means immediate execution, like a JSON body without a date.
 */
export function bulkExecutionDay(
  profile: AspspProfile,
  { paymentProduct: product, bulk }: Order,
  { at, receivedAt }: { at: Date; receivedAt: Date },
): ExecutionDay {
  const [first] = bulk.days.toSorted();
  const isImmediate = first === undefined || first <= bankDay(receivedAt, profile);
  return executionDay(profile, { product, requested: isImmediate ? undefined : first, at });
}
