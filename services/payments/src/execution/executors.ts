import type { PaymentService } from '@xs2a/contracts';
import { BULK_PAYMENTS } from './bulk-payment.ts';
import type { Executor } from './executor.ts';
import { SINGLE_PAYMENTS } from './single-payment.ts';
import { STANDING_ORDERS } from './standing-order.ts';

const EXECUTORS: { readonly [Service in PaymentService]: Executor<Service> } = {
  payments: SINGLE_PAYMENTS,
  'periodic-payments': STANDING_ORDERS,
  'bulk-payments': BULK_PAYMENTS,
};

export function executorOf<Service extends PaymentService>(service: Service): Executor<Service> {
  return EXECUTORS[service];
}
