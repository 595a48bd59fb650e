import { z } from 'zod';
import { ScaStatus } from '../statuses/sca-status.ts';
import { PsuData } from '../values/parties.ts';
import { ScaContent } from '../values/sca-content.ts';
import { ScaProblem } from '../values/sca-problem.ts';
import { operation } from './operation.ts';
import { OfferedAccount } from './sca-pages.ts';

const SCOPE_MAX = 80;
const ACCOUNTS_MAX = 1_000;

const tppId = z.string().describe('`client_id` of the authorisation request: the organizationIdentifier of the TPP.');
const accounts = z
  .array(z.string())
  .max(ACCOUNTS_MAX)
  .optional()
  .describe('Where accounts are offered: the `key` of each that the PSU chose.');

/** Of the elements of strong customer authentication (RTS 2018/389, Art. 6 to 8) two are shown. */
export const ScaFactor = z.enum(['knowledge', 'possession', 'inherence']);

/**
 * The bank's own authorisation server asks what a TPP has led the PSU there for, and what exactly this PSU is to be shown. It
 * changes nothing.
 */
export const readApproval = operation('sca.readApproval', {
  hop: 'read',
  request: z.object({
    tppId,
    scope: z
      .string()
      .max(SCOPE_MAX)
      .optional()
      .describe('`AIS:<consentId>`, `PIS:<paymentId>`, `PIIS:<consentId>` or `SBS:<basketId>`, as the TPP sent it.'),
    authorisationId: z.string().optional().describe('In place of `scope`, once it is known.'),
    psuId: z.string().optional().describe('The PSU, once it has signed in.'),
    corporateId: z.string().optional().describe('The company that it acts for.'),
    accounts,
  }),
  reply: z.object({
    authorisationId: z.string(),
    scaStatus: ScaStatus,
    isOpen: z.boolean().describe('Whether the PSU may still approve.'),
    openUntil: z.iso.datetime(),
    tppName: z.string().describe('As the PSU is shown it.'),
    redirectUris: z
      .array(z.string())
      .describe('`redirect_uri` must be exactly one of them; empty where the TPP named none.'),
    content: ScaContent.describe('What the PSU is shown, all of it.'),
    contentHash: z
      .string()
      .optional()
      .describe('Of `content`, once it is what this PSU may approve: the approval names it (dynamic linking).'),
    namedPsu: PsuData.optional().describe('The PSU that the TPP named: no other may approve.'),
    accountNames: z.record(z.string(), z.string()).optional().describe('Names of accounts by IBAN or masked PAN.'),
    offeredAccounts: z.array(OfferedAccount).optional().describe('Of which the PSU must choose.'),
    problem: ScaProblem.optional().describe('Why this PSU cannot approve.'),
  }),
});

/**
 * The bank's own authorisation server tells what the PSU decided there. An approval counts for the content that it names alone,
 * once, and in time. The token that follows approves nothing.
 */
export const reportApproval = operation('sca.reportApproval', {
  hop: 'write',
  isRepeatable: true,
  request: z.discriminatedUnion('verdict', [
    z.object({
      verdict: z.literal('approved'),
      tppId,
      authorisationId: z.string(),
      psuId: z.string().describe('PSU-ID of who approved.'),
      corporateId: z.string().optional().describe('The company that it acted for.'),
      accounts,
      contentHash: z.string().describe('Of what the PSU was shown, as `sca.readApproval` answered it.'),
      factors: z
        .array(ScaFactor)
        .max(ScaFactor.options.length)
        .describe('What the PSU has shown for this approval: two of different kinds, or more.'),
    }),
    z.object({ verdict: z.literal('declined'), tppId, authorisationId: z.string() }),
  ]),
  reply: z.object({
    scaStatus: ScaStatus,
    counts: z.boolean().describe('Whether this is the decision that counts. Only then may a code be issued for it.'),
    problem: ScaProblem.optional().describe('Why it does not count, and the PSU may go on.'),
  }),
});
