import { HeldLinks, SigningRules } from '@xs2a/approvals';
import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, Database, Kit, Log, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { BASKETS, type Basket } from './model/basket.ts';
import { BULK_MESSAGES, BULK_TRANSFERS, type BulkMessage, type BulkTransfers } from './model/bulk-message.ts';
import { EXECUTIONS, type Execution } from './model/execution.ts';
import { measurePayments, measureVerifications } from './model/measure-payments.ts';
import { OpenDeadlines } from './model/open-deadlines.ts';
import { PARTY_VERIFICATIONS, type PartyVerification } from './model/party-verification.ts';
import { PAYEE_RESULTS, type PayeeResults } from './model/payee-check.ts';
import { PAYMENTS, type Payment } from './model/payment.ts';

/** Dependencies of the use cases of this service. */
export interface PaymentsContext {
  readonly payments: Collection<Payment>;
  readonly executions: Collection<Execution>;
  readonly bulkMessages: Collection<BulkMessage>;
  readonly bulkTransfers: Collection<BulkTransfers>;
  readonly payeeResults: Collection<PayeeResults>;
  readonly baskets: Collection<Basket>;
  readonly partyVerifications: Collection<PartyVerification>;
  readonly signingRules: SigningRules;
  readonly heldLinks: HeldLinks;
  readonly openDeadlines: OpenDeadlines;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
  readonly log: Log;
  /** Counts the checks of payees by result, with their time. */
  readonly observeVerification: ReturnType<typeof measureVerifications>;
}

export function createContext(kit: Kit): PaymentsContext {
  const { collection, database, bus, outbox, profile, now, log, metrics } = kit;
  const payments = collection(PAYMENTS);
  measurePayments(payments, metrics);
  return {
    payments,
    executions: collection(EXECUTIONS),
    bulkMessages: collection(BULK_MESSAGES),
    bulkTransfers: collection(BULK_TRANSFERS),
    payeeResults: collection(PAYEE_RESULTS),
    baskets: collection(BASKETS),
    partyVerifications: collection(PARTY_VERIFICATIONS),
    signingRules: new SigningRules(bus, now),
    heldLinks: new HeldLinks('payments', kit),
    openDeadlines: new OpenDeadlines(),
    database,
    bus,
    outbox,
    profile,
    now,
    log,
    observeVerification: measureVerifications(metrics),
  };
}
