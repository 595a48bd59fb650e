import { z } from 'zod';
import type { ScaContent } from '../values/sca/sca-content.ts';

interface Placeholders {
  readonly known: readonly string[];
  /** Placeholders that must be shown to the PSU beside the code (dynamic linking, RTS 2018/389, Article 5). */
  readonly needed: readonly string[];
}

/** Placeholders of each message. All may contain `bank`. */
export const MESSAGE_PLACEHOLDERS = {
  signIn: { known: ['warning'], needed: [] },
  consent: { known: ['count', 'tpp', 'until'], needed: ['tpp'] },
  fundsConsent: { known: ['accounts', 'tpp', 'until'], needed: ['tpp'] },
  payment: { known: ['amount', 'payee', 'account'], needed: ['amount', 'payee'] },
  periodicPayment: { known: ['amount', 'payee', 'account', 'start', 'until'], needed: ['amount', 'payee'] },
  bulkPayment: { known: ['amount', 'count', 'payees'], needed: ['amount', 'payees'] },
  cancellation: { known: ['order'], needed: ['order'] },
  basket: { known: ['amount', 'count', 'orders'], needed: ['amount', 'orders'] },
} as const satisfies Record<ScaContent['kind'] | 'signIn', Placeholders>;
export type MessageKind = keyof typeof MESSAGE_PLACEHOLDERS;

/** Length of two SMS parts together. */
const CHARACTERS_MAX = 300;

function messageText(kind: MessageKind) {
  const { known, needed }: Placeholders = MESSAGE_PLACEHOLDERS[kind];
  const may = [...known, 'bank'];
  return z
    .string()
    .min(1)
    .max(CHARACTERS_MAX)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must be one line')
    .superRefine((text, context) => {
      const named = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
      const say = (message: string): void => context.addIssue({ code: 'custom', message });
      const list = may.map((name) => `{${name}}`).join(', ');
      for (const name of named)
        if (!may.includes(name)) say(`{${name}} is no placeholder of this message; there are ${list}`);
      if (/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) say('has a brace that belongs to no placeholder');
      for (const name of needed) if (!named.includes(name)) say(`must name {${name}}: the PSU must see it`);
    });
}

const inLanguages = (kind: MessageKind) => z.partialRecord(z.enum(['hr', 'en']), messageText(kind)).optional();

/** The bank's own texts for messages with a code. Missing ones have the built-in text. */
export const BrandMessages = z.strictObject({
  signIn: inLanguages('signIn'),
  consent: inLanguages('consent'),
  fundsConsent: inLanguages('fundsConsent'),
  payment: inLanguages('payment'),
  periodicPayment: inLanguages('periodicPayment'),
  bulkPayment: inLanguages('bulkPayment'),
  cancellation: inLanguages('cancellation'),
  basket: inLanguages('basket'),
});
export type BrandMessages = z.infer<typeof BrandMessages>;

/** Inserts values into a validated text. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => values[name] ?? '').trim();
}
