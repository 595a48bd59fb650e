import type { Situation } from '../../interface/refusals.ts';
import { HOP_BUDGET_MS, type Operation, SILENT_MS_MAX } from '../operation.ts';

/** Optional parts of a connector, in the usual order of implementation. */
export const CONNECTOR_PARTS = {
  accountInformation: 'PSUs approve consents, TPPs read accounts, balances and entries',
  fundsConfirmation: 'TPPs ask whether an amount is available',
  payments: 'single payments are executed',
  instantPayments: 'instant payments are executed or rejected within ten seconds',
  standingOrders: 'standing orders are stored and reported; each execution is a single payment',
  bulkPayments: 'pain.001 messages with many transfers are executed',
  devices: 'PSUs approve on their own device instead of with a code',
  authorisationServer: "PSUs approve at the bank's own authorisation server",
} as const;
export type ConnectorPart = keyof typeof CONNECTOR_PARTS;

/** One operation of the bank connector: its direction, and agreements beyond its schemas. */
export interface ConnectorRow {
  readonly operation: Operation;
  /**
   * `asked`: sent once, a caller waits. `delivered`: repeated until acknowledged. `told`: the bank calls, and repeats until
   * acknowledged.
   */
  readonly way: 'asked' | 'delivered' | 'told';
  /** All parts that need the operation. */
  readonly parts: readonly ConnectorPart[];
  /** Present if a bank without this feature may leave it out. */
  readonly optional?: true;
  /** Key under which repetitions change nothing; `-` if the operation never changes anything. */
  readonly idempotentBy: string;
  readonly guarantee: string;
  /** Milliseconds within which it is answered, if they differ from those of its way. */
  readonly withinMs?: number;
  /** Errors in addition to {@link GENERAL_REFUSALS}. */
  readonly refusals?: readonly Situation[];
}

/**
 * Milliseconds within which an operation of the connector must be answered. With heartbeats, a connector may take until the
 * deadline of the request.
 */
export function answerWithinMs({ way, withinMs }: Pick<ConnectorRow, 'way' | 'withinMs'>): number {
  return withinMs ?? (way === 'asked' ? SILENT_MS_MAX : HOP_BUDGET_MS.write);
}
