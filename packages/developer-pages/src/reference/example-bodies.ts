import { PAYMENT_PRODUCTS, PaymentProduct } from '@xs2a/contracts';
import { dayFrom, type ShownOn } from '../days/day-from.ts';
import type { Endpoint, Media } from './open-api.ts';

interface BodyPart {
  /** Name of the part in a multipart body. */
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

export interface ExampleBody {
  readonly label: string;
  readonly type: string;
  /** Body format of the product in the address. */
  readonly format: 'json' | 'xml';
  readonly parts: readonly BodyPart[];
}

const CONSENT_DAYS = 90;

/** Returns the example bodies of an operation as text that can be sent today. */
export function exampleBodies({ requestBody }: Endpoint, shownOn: ShownOn): ExampleBody[] {
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, media]) => bodiesOf(type, media, shownOn));
}

function bodiesOf(type: string, { examples = {} }: Media, shownOn: ShownOn): ExampleBody[] {
  const format = type === 'application/json' ? 'json' : 'xml';
  return Object.values(examples).map(({ summary, value }) => ({
    label: `${format === 'json' ? 'JSON' : type === 'application/xml' ? 'XML' : 'Multipart'}: ${summary ?? 'example'}`,
    type,
    format,
    parts: type.startsWith('multipart/')
      ? Object.entries(value as object).map(([name, part]) => partOf(name, part, shownOn))
      : [partOf('', value, shownOn)],
  }));
}

function partOf(name: string, value: unknown, shownOn: ShownOn): BodyPart {
  return typeof value === 'string'
    ? { name, type: 'application/xml', text: withFutureDates(value, shownOn) }
    : { name, type: 'application/json', text: withFutureDates(JSON.stringify(value, null, 2), shownOn) };
}

/** Replaces the dates of an example, which pass, by future ones. */
function withFutureDates(text: string, shownOn: ShownOn): string {
  const until = dayFrom(shownOn, CONSENT_DAYS);
  const first = fourthOfNextMonth(shownOn);
  return text
    .replace(/("validUntil": ")[\d-]+/, `$1${until}`)
    .replace(/("startDate": ")[\d-]+/, `$1${first}`)
    .replaceAll(/(<ReqdExctnDt>)[\d-]+/g, `$1${dayFrom(shownOn, 0)}`);
}

function fourthOfNextMonth(shownOn: ShownOn): string {
  const first = new Date(`${dayFrom(shownOn, 0).slice(0, 7)}-04T12:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString().slice(0, 10);
}

export function formatOf(product: string): 'json' | 'xml' {
  const known = PaymentProduct.safeParse(product);
  return known.success && PAYMENT_PRODUCTS[known.data].format === 'xml' ? 'xml' : 'json';
}
