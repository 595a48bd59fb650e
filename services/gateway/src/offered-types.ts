import { type AspspProfile, ENDPOINTS, type Endpoint, PAYMENT_PRODUCTS, ReportMessage } from '@xs2a/contracts';
import type { Call } from './call.ts';

export const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';
const PAYMENT_XML_TYPES = [XML_TYPE, 'text/xml'];
/** The names that pick a certain message (decision 19). */
const TYPE_OF_MESSAGE = {
  'camt.053': 'application/vnd.BerlinGroup.camt.053+xml',
  'camt.052': 'application/vnd.BerlinGroup.camt.052+xml',
} as const satisfies Record<ReportMessage, string>;

/**
 * The messages that a list may come in, by bookingStatus; the first is what plain XML means. A statement (053) holds
 * booked entries alone, an account report (052) pending ones too; standing orders are in neither.
 */
const MESSAGES_OF_LIST: Readonly<Record<string, readonly ReportMessage[]>> = {
  booked: ['camt.053', 'camt.052'],
  pending: ['camt.052'],
  both: ['camt.052'],
};

type Offer = Pick<AspspProfile, 'reportMessages'>;

/** The types of a report: plain XML, and the names of the messages. */
export function typesOf(messages: readonly ReportMessage[]): string[] {
  return messages.length === 0 ? [] : [XML_TYPE, ...messages.map((message) => TYPE_OF_MESSAGE[message])];
}

/** What an answer may be sent as, the house's own choice first. */
export function offeredTypes(call: Pick<Call, 'endpoint' | 'query' | 'payment'>, offer: Offer): readonly string[] {
  const { endpoint, query } = call;
  const { answersIn }: Endpoint = ENDPOINTS[endpoint];
  if (answersIn === undefined) return typesOfXmlPayment(call) ?? [JSON_TYPE];
  // What was begun to be read is read on, whatever is offered since.
  if (answersIn === 'xml') return typesOf(ReportMessage.options);
  return [JSON_TYPE, ...typesOf(messagesOfList(query['bookingStatus'], offer))];
}

/** The message that a type stands for in a list with this bookingStatus; undefined for JSON. */
export function messageIn(type: string, bookingStatus: string, offer: Offer): ReportMessage | undefined {
  const messages = messagesOfList(bookingStatus, offer);
  return type === XML_TYPE ? messages[0] : messages.find((message) => TYPE_OF_MESSAGE[message] === type);
}

function messagesOfList(bookingStatus: unknown, { reportMessages }: Offer): readonly ReportMessage[] {
  const isKnown = typeof bookingStatus === 'string' && Object.hasOwn(MESSAGES_OF_LIST, bookingStatus);
  const messages = isKnown ? (MESSAGES_OF_LIST[bookingStatus] ?? []) : [];
  return messages.filter((message) => reportMessages.includes(message));
}

/** A payment that was posted as XML is read as it was posted; its status may be a pain.002 (decision 24). */
function typesOfXmlPayment({ endpoint, payment }: Pick<Call, 'endpoint' | 'payment'>): readonly string[] | undefined {
  if (payment === undefined || PAYMENT_PRODUCTS[payment.paymentProduct].format !== 'xml') return undefined;
  if (endpoint === 'getPaymentInformation') return PAYMENT_XML_TYPES;
  return endpoint === 'getPaymentInitiationStatus' ? [JSON_TYPE, ...PAYMENT_XML_TYPES] : undefined;
}
