import { type AspspProfile, Xs2aError } from '@xs2a/contracts';
import {
  INITIATION_THREAD,
  resultOf,
  ThreadLimitPassed,
  type ThreadReply,
  WorkThread,
  XmlRefusal,
} from '@xs2a/iso20022';
import type { TakenMessage } from './summarise-initiation.ts';
import type { TakeMessageWork } from './take-message-thread.ts';

// Node runs sources by their own name; what is built has another.
const FILE = import.meta.url.endsWith('.ts') ? './take-message-thread.ts' : './take-message-thread.js';
const thread = new WorkThread<TakeMessageWork, ThreadReply<TakenMessage>>(
  new URL(FILE, import.meta.url),
  INITIATION_THREAD,
);

/**
 * Reads a pain.001 and judges it by its schema and by the rules of this bank, off the event loop and within the bounds of
 * its thread. The refusal names the element that is wrong: `CstmrCdtTrfInitn/PmtInf[2]/CdtTrfTxInf[17]/Amt/InstdAmt`.
 */
export async function takeMessage(profile: AspspProfile, xml: string): Promise<TakenMessage> {
  const { bulkBytesMax: bytesMax, bulkTransactionsMax: transactionsMax, bulkBlocksMax: blocksMax } = profile.limits;
  const limits = { bytesMax, transactionsMax, blocksMax };
  const rules = { referenceCheckDigits: profile.referenceCheckDigits };
  try {
    return await resultOf(() => thread.run({ bytes: new TextEncoder().encode(xml), limits, rules }));
  } catch (error) {
    if (error instanceof ThreadLimitPassed) throw new Xs2aError('overloaded', { cause: error });
    if (error instanceof XmlRefusal) throw refusalOf(error);
    throw error;
  }
}

function refusalOf({ path = '', reason }: XmlRefusal): Xs2aError {
  const element = path.replace(/^\/(Document\/)?/, '');
  if (element === '') return new Xs2aError('bodyInvalid', { text: `the message ${reason}` });
  return new Xs2aError('fieldInvalid', { path: element, text: reason });
}
