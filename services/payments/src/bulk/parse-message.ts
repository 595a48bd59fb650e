import { type AspspProfile, type Fault, PAYMENT_PRODUCTS, type PaymentProduct, Xs2aError } from '@xs2a/contracts';
import {
  INITIATION_THREAD,
  resultOf,
  ThreadLimitPassed,
  type ThreadReply,
  WorkThread,
  type XmlFault,
  XmlRefusal,
  xmlFaultsOf,
} from '@xs2a/iso20022';
import type { ParseMessageWork } from './parse-message-thread.ts';
import type { ParsedMessage } from './summarise-message.ts';

// Under Node the sources run as .ts, the build as .js.
const FILE = import.meta.url.endsWith('.ts') ? './parse-message-thread.ts' : './parse-message-thread.js';
const thread = new WorkThread<ParseMessageWork, ThreadReply<ParsedMessage>>(
  new URL(FILE, import.meta.url),
  INITIATION_THREAD,
);

/** What a message is to be besides sound. */
interface Expected {
  readonly product: PaymentProduct;
  /** One transfer and no more. */
  readonly single?: true;
}

const BULK: Expected = { product: 'pain.001-credit-transfers' };

/**
 * Reads a pain.001 and checks it by its schema and the bank's rules, in a thread with limits of its own. The refusal names
 * the wrong element, such as `CstmrCdtTrfInitn/PmtInf[2]/CdtTrfTxInf[17]/Amt/InstdAmt`.
 */
export async function parseMessage(
  profile: AspspProfile,
  xml: string,
  { product, single }: Expected = BULK,
): Promise<ParsedMessage> {
  const { bulkBytesMax: bytesMax, bulkTransactionsMax, bulkBlocksMax } = profile.limits;
  const [transactionsMax, blocksMax] = single ? [1, 1] : [bulkTransactionsMax, bulkBlocksMax];
  const limits = { bytesMax, transactionsMax, blocksMax };
  const { currencies, creditors } = PAYMENT_PRODUCTS[product];
  const rules = {
    referenceCheckDigits: profile.referenceCheckDigits,
    product: { creditors, ...(currencies && { currencies }) },
  };
  const transliterates = profile.textCharacters === 'transliterate';
  try {
    return await resultOf(() => thread.run({ bytes: new TextEncoder().encode(xml), limits, rules, transliterates }));
  } catch (error) {
    if (error instanceof ThreadLimitPassed) throw new Xs2aError('overloaded', { cause: error });
    if (error instanceof XmlRefusal) throw refusalOf(error);
    throw error;
  }
}

function refusalOf(refusal: XmlRefusal): Xs2aError {
  const [first, ...others] = xmlFaultsOf(refusal).map(faultOf);
  const { situation = 'bodyInvalid', ...detail } = first ?? {};
  return new Xs2aError(situation, { ...detail, others });
}

function faultOf({ path = '', reason }: XmlFault): Fault {
  const element = path.replace(/^\/(Document\/)?/, '');
  if (element === '') return { situation: 'bodyInvalid', text: `the message ${reason}` };
  return { situation: 'fieldInvalid', path: element, text: reason };
}
