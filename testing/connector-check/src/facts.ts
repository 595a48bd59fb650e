import { readFileSync } from 'node:fs';
import { AccountReference, CONNECTOR_PARTS, type ConnectorPart } from '@xs2a/contracts';
import { parse } from 'yaml';
import { z } from 'zod';

const PARTS = Object.keys(CONNECTOR_PARTS) as [ConnectorPart, ...ConnectorPart[]];

/** Replacement for an action of a person: an operation of the test bank, or a command. */
const Hook = z.strictObject({
  subject: z.string().optional().describe('An operation of the connector for tests, asked with `request`.'),
  request: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Texts may hold `{psuId}`, `{challengeId}`, `{authorisationId}`.'),
  command: z
    .string()
    .optional()
    .describe(
      'A shell command instead; the same marks are its environment: `PSU_ID`, `CHALLENGE_ID`, `AUTHORISATION_ID`.',
    ),
  path: z
    .string()
    .optional()
    .describe('Where in the answer the code stands, `messages.0.code`; of a command its whole output where left out.'),
});
export type Hook = z.infer<typeof Hook>;

/** Facts about the bank behind a connector. */
export const Facts = z.strictObject({
  offers: z
    .array(z.enum(PARTS))
    .min(1)
    .default(['accountInformation', 'fundsConfirmation', 'payments'])
    .describe('What the connector offers; checks of other parts are skipped.'),
  psu: z
    .strictObject({
      psuId: z.string().describe('A PSU that may approve, alone.'),
      password: z.string().describe('Its password.'),
      account: AccountReference.describe('One of its accounts, with funds for some dozen payments of `amount`.'),
      authenticationMethodId: z.string().optional().describe('How its codes come; its first method where left out.'),
    })
    .describe('A customer of the test bank.'),
  otherPsu: z.string().optional().describe('A PSU-ID that has no right to the account.'),
  blockedPsu: z.strictObject({ psuId: z.string(), password: z.string() }).optional().describe('A PSU that is blocked.'),
  unknownPsu: z.string().default('connector-check-nobody').describe('A PSU-ID that nobody has.'),
  unknownIban: z.string().default('HR7099900059999999990').describe('An IBAN that the bank has not given.'),
  creditor: z
    .strictObject({ name: z.string(), iban: z.string() })
    .default({ name: 'Connector Check', iban: 'HR1210010051863000160' })
    .describe('Where the payments go.'),
  amount: z
    .strictObject({ currency: z.string(), amount: z.string() })
    .default({ currency: 'EUR', amount: '0.01' })
    .describe('Of each payment.'),
  code: z
    .union([z.strictObject({ fixed: z.string() }), Hook])
    .optional()
    .describe('How the newest one-time code of the PSU is found: `fixed`, or a hook.'),
  device: Hook.extend({ authenticationMethodId: z.string() })
    .optional()
    .describe('How the PSU approves on its device, and by which method it is asked there.'),
  executionSeconds: z.number().default(30).describe('In how many seconds a payment has ended, and is in the feed.'),
  feedSeconds: z.number().default(30).describe('In how many seconds what is told of the account has come.'),
});
export type Facts = z.infer<typeof Facts>;

export class FactsRefusal extends Error {}

export function readFacts(file: string): Facts {
  const parsed = Facts.safeParse(parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new FactsRefusal(`${file}:\n${z.prettifyError(parsed.error)}`);
}
