import { ENDPOINTS, type Endpoint, type EndpointKey } from '@xs2a/contracts';
import type { Informed } from '../model/statistics-minute.ts';

/** An answer that comes later is none (EBA/GL/2018/07, 2.4 c). */
const ANSWERED_WITHIN_MS = 30_000;

/** A request of a TPP after its end. */
export interface ObservedRequest {
  readonly endpoint: EndpointKey;
  readonly receivedAt: Date;
  readonly ms: number;
  /** Absent where the connection ended before an answer. */
  readonly status?: number;
}

const PAYMENT_INFORMATION: ReadonlySet<EndpointKey> = new Set([
  'initiatePayment',
  'getPaymentInformation',
  'getPaymentInitiationStatus',
]);

/**
 * Whom the endpoint provides with information (EBA/GL/2018/07, 2.3): the payment and its status to a PISP, account data to
 * an AISP, yes or no to a CBPII. Consents and authorisations provide none.
 */
export function informedBy(key: EndpointKey): Informed | undefined {
  if (PAYMENT_INFORMATION.has(key)) return 'PISP';
  if (key === 'checkAvailabilityOfFunds') return 'CBPII';
  return (ENDPOINTS[key] as Endpoint).readsAccounts === true ? 'AISP' : undefined;
}

/** The bank could not do what it was asked for. 501 says that it does not offer it. */
function isBankError(status: number): boolean {
  return status >= 500 && status !== 501;
}

/**
 * `information`: with what was asked for. `answered`: with anything else but a failure of the bank. `unanswered`: with such
 * a failure, or not in time. `abandoned`: the TPP did not wait.
 */
export function outcomeOf({ ms, status }: ObservedRequest): 'information' | 'answered' | 'unanswered' | 'abandoned' {
  if (ms > ANSWERED_WITHIN_MS) return 'unanswered';
  if (status === undefined) return 'abandoned';
  if (isBankError(status)) return 'unanswered';
  return status < 300 ? 'information' : 'answered';
}
