import { PAYMENT_PRODUCTS, PaymentProduct } from '@xs2a/contracts';
import type { Endpoint, Media } from './open-api.ts';

interface BodyPart {
  /** Name of the part of a multipart body. */
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

export interface ExampleBody {
  readonly label: string;
  readonly type: string;
  /** What fits this body: the form of the products in the address. */
  readonly format: 'json' | 'xml';
  readonly parts: readonly BodyPart[];
}

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zagreb', dateStyle: 'short' });
const DAY_MS = 86_400_000;
const CONSENT_DAYS = 90;

/** The bodies that the document shows for an operation, each as text that can be sent today. */
export function exampleBodies({ requestBody }: Endpoint, today: Date): ExampleBody[] {
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, media]) => bodiesOf(type, media, today));
}

function bodiesOf(type: string, { examples = {} }: Media, today: Date): ExampleBody[] {
  const format = type === 'application/json' ? 'json' : 'xml';
  return Object.values(examples).map(({ summary, value }) => ({
    label: `${format === 'json' ? 'JSON' : type === 'application/xml' ? 'XML' : 'Multipart'}: ${summary ?? 'example'}`,
    type,
    format,
    parts: type.startsWith('multipart/')
      ? Object.entries(value as object).map(([name, part]) => partOf(name, part, today))
      : [partOf('', value, today)],
  }));
}

function partOf(name: string, value: unknown, today: Date): BodyPart {
  return typeof value === 'string'
    ? { name, type: 'application/xml', text: onDaysToCome(value, today) }
    : { name, type: 'application/json', text: onDaysToCome(JSON.stringify(value, null, 2), today) };
}

/** The days of an example pass; those of a request must not have passed. */
function onDaysToCome(text: string, today: Date): string {
  const until = DAY.format(new Date(today.getTime() + CONSENT_DAYS * DAY_MS));
  const first = DAY.format(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 4)));
  return text
    .replace(/("validUntil": ")[\d-]+/, `$1${until}`)
    .replace(/("startDate": ")[\d-]+/, `$1${first}`)
    .replaceAll(/(<ReqdExctnDt>)[\d-]+/g, `$1${DAY.format(today)}`);
}

export function formatOf(product: string): 'json' | 'xml' {
  const known = PaymentProduct.safeParse(product);
  return known.success && PAYMENT_PRODUCTS[known.data].format === 'xml' ? 'xml' : 'json';
}
