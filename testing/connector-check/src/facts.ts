import { readFileSync } from 'node:fs';
import { AccountReference, CONNECTOR_PARTS, type ConnectorPart } from '@xs2a/contracts';
import { parse } from 'yaml';
import { z } from 'zod';

const PARTS = Object.keys(CONNECTOR_PARTS) as [ConnectorPart, ...ConnectorPart[]];

/** Replacement for an action of a person: an operation of the test bank, or a command. */
const Hook = z.strictObject({
  subject: z.string().optional().describe('An operation of the connector for tests, called with `request`.'),
  request: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Texts may contain `{psuId}`, `{challengeId}`, `{authorisationId}`.'),
  command: z
    .string()
    .optional()
    .describe(
      'A shell command instead; the same values are in its environment: `PSU_ID`, `CHALLENGE_ID`, `AUTHORISATION_ID`.',
    ),
  path: z
    .string()
    .optional()
    .describe(
      'Position of the code in the answer, such as `messages.0.code`; default for a command: its whole output.',
    ),
});
export type Hook = z.infer<typeof Hook>;

/** Facts about the bank behind a connector. */
export const Facts = z.strictObject({
  offers: z
    .array(z.enum(PARTS))
    .min(1)
    .default(['accountInformation', 'fundsConfirmation', 'payments'])
    .describe('Parts that the connector offers; checks of other parts are skipped.'),
  psu: z
    .strictObject({
      psuId: z.string().describe('A PSU that may approve, alone.'),
      password: z.string().describe('Its password.'),
      account: AccountReference.describe('One of its accounts, with funds for some dozen payments of `amount`.'),
      authenticationMethodId: z
        .string()
        .optional()
        .describe('Method that sends codes; default: the first method of the PSU.'),
    })
    .describe('A customer of the test bank.'),
  otherPsu: z.string().optional().describe('A PSU-ID that has no right to the account.'),
  blockedPsu: z.strictObject({ psuId: z.string(), password: z.string() }).optional().describe('A PSU that is blocked.'),
  unknownPsu: z.string().default('connector-check-nobody').describe('A PSU-ID that does not exist.'),
  unknownIban: z.string().default('HR7099900059999999990').describe('An IBAN that the bank has not assigned.'),
  creditor: z
    .strictObject({ name: z.string(), iban: z.string() })
    .default({ name: 'Connector Check', iban: 'HR1210010051863000160' })
    .describe('Creditor of test payments.'),
  amount: z
    .strictObject({ currency: z.string(), amount: z.string() })
    .default({ currency: 'EUR', amount: '0.01' })
    .describe('Amount of each test payment.'),
  code: z
    .union([z.strictObject({ fixed: z.string() }), Hook])
    .optional()
    .describe('Source of the newest one-time code of the PSU: `fixed`, or a hook.'),
  device: Hook.extend({ authenticationMethodId: z.string() })
    .optional()
    .describe('Hook that approves on the device of the PSU, and the method of that device.'),
  executionSeconds: z.number().default(30).describe('Maximum seconds until a payment has ended and is in the feed.'),
  feedSeconds: z.number().default(30).describe('Maximum delay of feed messages in seconds.'),
});
export type Facts = z.infer<typeof Facts>;

export class FactsRefusal extends Error {}

export function readFacts(file: string): Facts {
  const parsed = Facts.safeParse(parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new FactsRefusal(`${file}:\n${z.prettifyError(parsed.error)}`);
}
