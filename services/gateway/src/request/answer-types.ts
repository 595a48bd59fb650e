import { type AspspProfile, ENDPOINTS, type Endpoint, ReportMessage } from '@xs2a/contracts';
import type { Call } from './call.ts';
import { formatOfPayment } from './payment-format.ts';

export const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';
const MULTIPART_TYPE = 'multipart/form-data';
const PAYMENT_XML_TYPES = [XML_TYPE, 'text/xml'];
/** Media types that select one camt message (decision 19). */
const TYPE_OF_MESSAGE = {
  'camt.053': 'application/vnd.BerlinGroup.camt.053+xml',
  'camt.052': 'application/vnd.BerlinGroup.camt.052+xml',
} as const satisfies Record<ReportMessage, string>;

/**
 * camt messages of a transaction list by bookingStatus; the first one is the default for plain XML. A statement (053) has booked
 * entries only, an account report (052) also pending ones. Neither contains standing orders.
 */
const MESSAGES_OF_LIST: Readonly<Record<string, readonly ReportMessage[]>> = {
  booked: ['camt.053', 'camt.052'],
  pending: ['camt.052'],
  both: ['camt.052'],
};

type Offer = Pick<AspspProfile, 'reportMessages'>;

/** Returns the media types of a report: plain XML, and one for each message. */
export function typesOf(messages: readonly ReportMessage[]): string[] {
  return messages.length === 0 ? [] : [XML_TYPE, ...messages.map((message) => TYPE_OF_MESSAGE[message])];
}

/** Returns the media types of the answer; the first one is the default. */
export function offeredTypes(call: Pick<Call, 'endpoint' | 'query' | 'payment'>, offer: Offer): readonly string[] {
  const { endpoint, query } = call;
  const { answersIn }: Endpoint = ENDPOINTS[endpoint];
  if (answersIn === undefined) return typesOfPayment(call) ?? [JSON_TYPE];
  // A started download can be finished, even if the bank has stopped offering the message.
  if (answersIn === 'xml') return typesOf(ReportMessage.options);
  return [JSON_TYPE, ...typesOf(messagesOfList(query['bookingStatus'], offer))];
}

/** Returns the camt message for a media type and a bookingStatus, or undefined for JSON. */
export function messageIn(type: string, bookingStatus: string, offer: Offer): ReportMessage | undefined {
  const messages = messagesOfList(bookingStatus, offer);
  return type === XML_TYPE ? messages[0] : messages.find((message) => TYPE_OF_MESSAGE[message] === type);
}

function messagesOfList(bookingStatus: unknown, { reportMessages }: Offer): readonly ReportMessage[] {
  const isKnown = typeof bookingStatus === 'string' && Object.hasOwn(MESSAGES_OF_LIST, bookingStatus);
  const messages = isKnown ? (MESSAGES_OF_LIST[bookingStatus] ?? []) : [];
  return messages.filter((message) => reportMessages.includes(message));
}

/**
 * Returns the media types of a payment. Its content is returned in the format in which it was sent; the status of an XML payment
 * is also available as pain.002 (decision 24).
 */
function typesOfPayment({ endpoint, payment }: Pick<Call, 'endpoint' | 'payment'>): readonly string[] | undefined {
  const format = payment === undefined ? 'json' : formatOfPayment(payment);
  if (format === 'json') return undefined;
  if (endpoint === 'getPaymentInformation') return format === 'xml' ? PAYMENT_XML_TYPES : [MULTIPART_TYPE];
  return endpoint === 'getPaymentInitiationStatus' ? [JSON_TYPE, ...PAYMENT_XML_TYPES] : undefined;
}
