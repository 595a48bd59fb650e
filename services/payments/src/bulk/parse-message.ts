import {
  type AspspProfile,
  FAULTS_MAX,
  type Fault,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  Xs2aError,
} from '@xs2a/contracts';
import {
  INITIATION_THREAD,
  initiationNamespaces,
  resultOf,
  ThreadLimitPassed,
  type ThreadReply,
  threadFile,
  WorkThread,
  type XmlFault,
  XmlRefusal,
  xmlFaultsOf,
} from '@xs2a/iso20022';
import type { ParseMessageWork } from './parse-message-thread.ts';
import type { ParsedMessage, UnfitMessage } from './summarise-message.ts';

const thread = new WorkThread<ParseMessageWork, ThreadReply<ParsedMessage | UnfitMessage>>(
  threadFile(import.meta.url, 'parse-message-thread'),
  INITIATION_THREAD,
);

/** Further requirements for a valid message. */
interface Expected {
  readonly product: PaymentProduct;
  /** Permits one transfer only. Returns its faults besides these elements, to be reported with its schema faults. */
  readonly single?: (first: ParsedMessage['first'], wrong: readonly string[]) => readonly Fault[];
}

const BULK: Expected = { product: 'pain.001-credit-transfers' };

/**
 * Reads a pain.001 and checks it against its schema and the bank's rules, in a thread with its own limits. The refusal names the
 * wrong element, such as `CstmrCdtTrfInitn/PmtInf[2]/CdtTrfTxInf[17]/Amt/InstdAmt`.
 */
export async function parseMessage(
  profile: AspspProfile,
  xml: string,
  { product, single }: Expected = BULK,
): Promise<ParsedMessage> {
  const { bulkBytesMax: bytesMax, bulkTransactionsMax, bulkBlocksMax } = profile.limits;
  const [transactionsMax, blocksMax] = single ? [1, 1] : [bulkTransactionsMax, bulkBlocksMax];
  const { currencies, creditors, ...row } = PAYMENT_PRODUCTS[product];
  const accepted = initiationNamespaces(row);
  const limits = { bytesMax, transactionsMax, blocksMax, accepted, timeZone: profile.timeZone };
  const rules = {
    referenceCheckDigits: profile.referenceCheckDigits,
    product: { creditors, ...(currencies && { currencies }) },
  };
  const transliterates = profile.textCharacters === 'transliterate';
  const returnsFaults = single !== undefined;
  const bytes = new TextEncoder().encode(xml);
  try {
    const result = await resultOf(() => thread.run({ bytes, limits, rules, transliterates, returnsFaults }));
    if (!('faults' in result)) return result;
    const faults = result.faults.map(faultOf);
    const wrong = faults.map(({ path = '' }) => path);
    throw refusalOf(faults, single?.(result.first, wrong));
  } catch (error) {
    if (error instanceof ThreadLimitPassed) throw new Xs2aError('overloaded', { cause: error });
    if (error instanceof XmlRefusal) throw refusalOf(xmlFaultsOf(error).map(faultOf));
    throw error;
  }
}

/** Returns a refusal with the first fault of each element. */
function refusalOf(ofForm: readonly Fault[], besides: readonly Fault[] = []): Xs2aError {
  const isNamed = ({ path = '' }: Fault): boolean =>
    ofForm.some((known) => known.path?.startsWith(path) || path.startsWith(known.path ?? path));
  const [first, ...others] = [...ofForm, ...besides.filter((fault) => !isNamed(fault))].slice(0, FAULTS_MAX);
  const { situation = 'bodyInvalid', ...detail } = first ?? {};
  return new Xs2aError(situation, { ...detail, others });
}

function faultOf({ path = '', reason }: XmlFault): Fault {
  const element = path.replace(/^\/(Document\/)?/, '');
  if (element === '') return { situation: 'bodyInvalid', text: `the message ${reason}` };
  return { situation: 'fieldInvalid', path: element, text: reason };
}
