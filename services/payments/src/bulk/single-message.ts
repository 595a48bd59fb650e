import {
  faultsFoundBy,
  faultsIn,
  type PaymentProduct,
  PeriodicPayment,
  refuseFaults,
  SinglePayment,
  type StandingOrderTerms,
  toXs2aError,
} from '@xs2a/contracts';
import { blockPath, transferPath } from '@xs2a/iso20022';
import { bankDay } from '@xs2a/service-kit';
import type { z } from 'zod';
import type { PaymentsContext } from '../context.ts';
import { parseMessage } from './parse-message.ts';
import { storeMessage } from './store-message.ts';

const TRANSFER = transferPath(0, 0);

/** Refuses a transfer that its product or its day does not permit; partial if the message has schema faults. */
type CheckTransfer = (transfer: Partial<SinglePayment>) => void;

/** Maps fields of a JSON body to the elements of a message with one transfer. */
const ELEMENTS: Readonly<Record<string, string>> = {
  debtorAccount: `${blockPath(0)}/DbtrAcct`,
  requestedExecutionDate: `${blockPath(0)}/ReqdExctnDt`,
  chargeBearer: `${TRANSFER}/ChrgBr`,
  endToEndIdentification: `${TRANSFER}/PmtId/EndToEndId`,
  instructedAmount: `${TRANSFER}/Amt/InstdAmt`,
  creditorAgent: `${TRANSFER}/CdtrAgt`,
  creditorName: `${TRANSFER}/Cdtr/Nm`,
  creditorAddress: `${TRANSFER}/Cdtr/PstlAdr`,
  creditorAccount: `${TRANSFER}/CdtrAcct/Id`,
  ultimateDebtor: `${TRANSFER}/UltmtDbtr`,
  ultimateCreditor: `${TRANSFER}/UltmtCdtr`,
  purposeCode: `${TRANSFER}/Purp`,
  remittanceInformationUnstructured: `${TRANSFER}/RmtInf/Ustrd`,
  remittanceInformationStructured: `${TRANSFER}/RmtInf/Strd`,
};

/** Runs checks of a JSON body so that a refusal names the element that the field came from. */
export function namingElements<Checked>(check: () => Checked): Checked {
  try {
    return check();
  } catch (error) {
    refuseFaults(
      faultsIn(error).map((fault) => {
        const element = ELEMENTS[fault.path?.split('.')[0] ?? ''];
        return { ...fault, ...(element !== undefined && { path: element }) };
      }),
    );
    throw error;
  }
}

/** Reads a single payment that was posted as a message into the body that the PSU approves and the bank executes (decision 24). */
export async function readSingleMessage(
  context: PaymentsContext,
  { product, xml, check }: { product: PaymentProduct; xml: string; check: CheckTransfer },
) {
  const { first, ...read } = await readOne(context, { product, xml, check });
  // ReqdExctnDt is mandatory: today's date means immediate execution.
  const isToday = first['requestedExecutionDate'] === bankDay(context.now(), context.profile);
  const { requestedExecutionDate: day, ...transfer } = first;
  return { ...read, body: bodyOf(SinglePayment, isToday ? transfer : { ...transfer, requestedExecutionDate: day }) };
}

/** Reads a standing order: the message states payer and payee, the terms beside it the schedule. */
export async function readPeriodicMessage(
  context: PaymentsContext,
  {
    product,
    xml,
    terms,
    check,
  }: { product: PaymentProduct; xml: string; terms: StandingOrderTerms; check: CheckTransfer },
) {
  const { first, ...read } = await readOne(context, { product, xml, check });
  const { requestedExecutionDate: _, ...transfer } = first;
  return { ...read, body: bodyOf(PeriodicPayment, { ...transfer, ...terms }) };
}

async function readOne(
  context: PaymentsContext,
  { product, xml: posted, check }: { product: PaymentProduct; xml: string; check: CheckTransfer },
) {
  const { transliterated, ...parsed } = await parseMessage(context.profile, posted, {
    product,
    single: (first, wrong) => faultsFoundBy(() => namingElements(() => check(omitFaultyFields(first, wrong)))),
  });
  const xml = transliterated?.xml ?? posted;
  const store = (paymentId: string, session: Parameters<typeof storeMessage>[2]): Promise<void> =>
    storeMessage(context, { paymentId, xml, parsed }, session);
  return { first: parsed.first, store, ...(transliterated && { transliterated: transliterated.paths }) };
}

/** Returns the fields of a transfer without those already found wrong: an invalid day cannot be too late. */
function omitFaultyFields(first: Readonly<Record<string, unknown>>, wrong: readonly string[]): Partial<SinglePayment> {
  const isSound = (element = ''): boolean =>
    !wrong.some((path) => path.startsWith(element) || element.startsWith(path));
  return Object.fromEntries(Object.entries(first).filter(([field]) => isSound(ELEMENTS[field])));
}

function bodyOf<Schema extends z.ZodType>(schema: Schema, transfer: object): z.output<Schema> {
  const written = Object.fromEntries(Object.entries(transfer).filter(([, value]) => value !== undefined));
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  return namingElements(() => {
    throw toXs2aError(schema, written);
  });
}
