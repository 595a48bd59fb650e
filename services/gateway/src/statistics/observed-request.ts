import { ENDPOINTS, type Endpoint, type EndpointKey } from '@xs2a/contracts';
import type { Informed } from '../model/statistics-minute.ts';

/** A later answer counts as none (EBA/GL/2018/07, 2.4 c). */
const ANSWERED_WITHIN_MS = 30_000;

/** A completed request of a TPP. */
export interface ObservedRequest {
  readonly endpoint: EndpointKey;
  readonly receivedAt: Date;
  readonly ms: number;
  /** Absent if the connection ended before an answer. */
  readonly status?: number;
}

const PAYMENT_INFORMATION: ReadonlySet<EndpointKey> = new Set([
  'initiatePayment',
  'getPaymentInformation',
  'getPaymentInitiationStatus',
  'getBulkPaymentExtendedStatus',
]);

/**
 * Returns the role that the endpoint provides with information (EBA/GL/2018/07, 2.3): payments and their status to a PISP,
 * account data to an AISP, yes or no to a CBPII. Consents and authorisations provide none.
 */
export function informedRole(key: EndpointKey): Informed | undefined {
  if (PAYMENT_INFORMATION.has(key)) return 'PISP';
  if (key === 'checkAvailabilityOfFunds') return 'CBPII';
  return (ENDPOINTS[key] as Endpoint).readsAccounts === true ? 'AISP' : undefined;
}

/** Whether the bank failed to do what was requested. 501 means that it does not offer this. */
function isBankError(status: number): boolean {
  return status >= 500 && status !== 501;
}

/**
 * Returns the outcome. `information`: answered with the requested data. `answered`: with anything else but a failure of the bank.
 * `unanswered`: with such a failure, or too late. `abandoned`: the TPP did not wait.
 */
export function outcomeOf({ ms, status }: ObservedRequest): 'information' | 'answered' | 'unanswered' | 'abandoned' {
  if (ms > ANSWERED_WITHIN_MS) return 'unanswered';
  if (status === undefined) return 'abandoned';
  if (isBankError(status)) return 'unanswered';
  return status < 300 ? 'information' : 'answered';
}
