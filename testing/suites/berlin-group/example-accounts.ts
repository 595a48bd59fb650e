import { IBAN } from '@xs2a/test-system/data/fixtures';
import type { TestServices } from '@xs2a/test-system/start/start-services';

/** The accounts named by the examples, and their currencies. */
const EXAMPLE_ACCOUNTS = [
  ['DE40100100103307118608', 'EUR'],
  ['DE02100100109307118603', 'EUR'],
  ['DE02100100109307118603', 'USD'],
  ['DE67100100101306118605', 'EUR'],
  ['DE54100120020123456789', 'EUR'],
] as const;

/** Opens the accounts of the examples at the sandbox bank, for its private PSU. */
export async function openExampleAccounts(services: TestServices): Promise<void> {
  const ledger = services.database('bank').collection('ledgerAccounts');
  const feeds = services.database('bank').collection('feeds');
  const model = await ledger.findOne({ 'customer.reference.iban': IBAN.private });
  if (model === null) throw new Error('the sandbox has no such account');
  const card = await ledger.findOne({ 'customer.reference.maskedPan': { $exists: true } });
  const pan = { ...(card?.['customer'] as object), reference: { maskedPan: '123456******1234', currency: 'EUR' } };
  await ledger.insertOne({ ...card, _id: 'example-card', customer: pan, sequence: 0 } as never);
  await feeds.insertOne({ _id: 'example-card', announced: false, sequence: 0, version: 0 } as never);
  for (const [iban, currency] of EXAMPLE_ACCOUNTS) {
    const _id = `${iban}-${currency}`;
    const customer = { ...(model['customer'] as object), reference: { iban, currency } };
    await ledger.insertOne({ ...model, _id, currency, customer, sequence: 0 } as never);
    await feeds.insertOne({ _id, announced: false, sequence: 0, version: 0 } as never);
  }
}
