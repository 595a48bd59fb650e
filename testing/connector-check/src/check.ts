import type { ConnectorPart } from '@xs2a/contracts';
import type { Facts } from './facts.ts';
import type { Session } from './session.ts';

/** One rule of the bank connector, and its check on the bus. */
export interface Check {
  readonly id: string;
  readonly rule: string;
  /** Source of the rule: a heading of docs/bank-connector.md, a decision, a law. */
  readonly source: string;
  /** Runs if the connector offers one of them. */
  readonly parts: readonly ConnectorPart[];
  /** Missing fact, or undefined if the check can run. */
  readonly lacks?: (facts: Facts) => string | undefined;
  /** Throws a {@link Fault} if the rule is broken. A returned text is a note for the report. */
  readonly run: (session: Session) => Promise<string | void>;
}

/** Every part: the rules of the bus apply to all. */
export const ANY_PART = [
  'accountInformation',
  'fundsConfirmation',
  'payments',
  'instantPayments',
  'standingOrders',
  'bulkPayments',
  'devices',
  'authorisationServer',
] as const satisfies readonly ConnectorPart[];

export const SIGNING_PARTS = ['accountInformation', 'payments', 'standingOrders', 'bulkPayments'] as const;
