import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const Psu = z.strictObject({
  psuId: z.string(),
  password: z.string(),
  method: z.string().optional(),
  device: z.string().optional(),
});
export type Psu = z.infer<typeof Psu>;

const TppName = z.enum([
  'own',
  'other',
  'accountsOnly',
  'paymentsOnly',
  'fundsOnly',
  'expired',
  'revoked',
  'blocked',
  'invalid',
]);
export type TppName = z.infer<typeof TppName>;

const OtherPsu = z.enum(['poor', 'firstSigner', 'secondSigner', 'exempted', 'withoutMethod', 'blocked']);
export type PsuName = z.infer<typeof OtherPsu> | 'private';
const OtherAccount = z.enum(['savings', 'poor', 'company', 'exemptedFrom', 'exemptedTo']);

const Values = z.record(z.string(), z.json());

/** Values of the bank that answers must show unchanged. Entries may be any of the last five weeks. */
const Shown = z.strictObject({
  account: Values.optional(),
  ownerName: z.string().optional(),
  entries: z.array(Values).optional(),
  standingOrders: z.array(Values).optional(),
  cardEntries: z.array(Values).optional(),
  method: Values.optional(),
  /** Fields of the challenge that this method leads to. */
  challenge: z.array(z.string()).optional(),
});

/** Facts about a bank beyond its interface; checks for absent optional facts do not run. */
export const Facts = z.strictObject({
  inbox: z.string().optional(),
  device: z.string().optional(),
  notifications: z.string().optional(),
  oneTimeCode: z.string().optional(),
  tppHeader: z.string().optional(),
  tpps: z.partialRecord(TppName, z.string()).default({}),
  psus: z.object({ private: Psu, ...Object.fromEntries(OtherPsu.options.map((name) => [name, Psu.optional()])) }),
  accounts: z.object({
    private: z.string(),
    creditor: z.string(),
    ...Object.fromEntries(OtherAccount.options.map((name) => [name, z.string().optional()])),
  }),
  creditorName: z.string(),
  currency: z.string(),
  amounts: z.strictObject({ small: z.string(), tooMuch: z.string(), beyond: z.string().optional() }),
  bankIdentifier: z.string(),
  cardNumber: z.string(),
  cardNumberUnknown: z.string(),
  corporateIdUnknown: z.string(),
  shown: Shown.default({}),
});
export type Facts = z.infer<typeof Facts>;

const SANDBOX = fileURLToPath(new URL('../sandbox-facts.yaml', import.meta.url));

export function loadFacts(file = SANDBOX): Facts {
  const parsed = Facts.safeParse(parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The facts in ${file} are not usable:\n  ${wrong.join('\n  ')}`);
}
