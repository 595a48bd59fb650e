import { type AspspProfile, Xs2aError } from '@xs2a/contracts';
import {
  INITIATION_THREAD,
  resultOf,
  ThreadLimitPassed,
  type ThreadReply,
  WorkThread,
  XmlRefusal,
} from '@xs2a/iso20022';
import type { ParseMessageWork } from './parse-message-thread.ts';
import type { ParsedMessage } from './summarise-message.ts';

// Under Node the sources run as .ts, the build as .js.
const FILE = import.meta.url.endsWith('.ts') ? './parse-message-thread.ts' : './parse-message-thread.js';
const thread = new WorkThread<ParseMessageWork, ThreadReply<ParsedMessage>>(
  new URL(FILE, import.meta.url),
  INITIATION_THREAD,
);

/**
 * Reads a pain.001 and checks it by its schema and the bank's rules, in a thread with limits of its own. The refusal names
 * the wrong element, such as `CstmrCdtTrfInitn/PmtInf[2]/CdtTrfTxInf[17]/Amt/InstdAmt`.
 */
export async function parseMessage(profile: AspspProfile, xml: string): Promise<ParsedMessage> {
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
