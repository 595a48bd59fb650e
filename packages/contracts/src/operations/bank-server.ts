import { z } from 'zod';
import { ScaStatus } from '../statuses/sca-status.ts';
import { PsuData } from '../values/parties.ts';
import { ScaContent } from '../values/sca/sca-content.ts';
import { ScaProblem } from '../values/sca/sca-problem.ts';
import { operation } from './operation.ts';
import { OfferedAccount } from './sca-pages.ts';

const SCOPE_MAX = 80;
const ACCOUNTS_MAX = 1_000;

const tppId = z.string().describe('`client_id` of the authorisation request: the organizationIdentifier of the TPP.');
const accounts = z
  .array(z.string())
  .max(ACCOUNTS_MAX)
  .optional()
  .describe('Where accounts are offered: the `key` of each chosen account.');

/** Elements of strong customer authentication (RTS 2018/389, Art. 6 to 8), of which two are required. */
export const ScaFactor = z.enum(['knowledge', 'possession', 'inherence']);

/** The bank's own authorisation server reads the content for approval and the exact data to show to this PSU. Changes nothing. */
export const readApproval = operation('sca.readApproval', {
  hop: 'read',
  request: z.object({
    tppId,
    scope: z
      .string()
      .max(SCOPE_MAX)
      .optional()
      .describe('`AIS:<consentId>`, `PIS:<paymentId>`, `PIIS:<consentId>` or `SBS:<basketId>`, as the TPP sent it.'),
    authorisationId: z.string().optional().describe('Instead of `scope`, once it is known.'),
    psuId: z.string().optional().describe('The signed-in PSU.'),
    corporateId: z.string().optional().describe('The company for which the PSU acts.'),
    accounts,
  }),
  reply: z.object({
    authorisationId: z.string(),
    scaStatus: ScaStatus,
    isOpen: z.boolean().describe('Whether the PSU may still approve.'),
    openUntil: z.iso.datetime(),
    tppName: z.string().describe('Name of the TPP, as shown to the PSU.'),
    redirectUris: z.array(z.string()).describe('`redirect_uri` must equal one of them; empty if the TPP named none.'),
    content: ScaContent.describe('The whole content that the PSU is shown.'),
    contentHash: z
      .string()
      .optional()
      .describe('Hash of `content`, once this PSU may approve it. The approval repeats it (dynamic linking).'),
    namedPsu: PsuData.optional().describe('The PSU named by the TPP; no other PSU may approve.'),
    accountNames: z.record(z.string(), z.string()).optional().describe('Account names by IBAN or masked PAN.'),
    offeredAccounts: z.array(OfferedAccount).optional().describe('Accounts from which the PSU must choose.'),
    problem: ScaProblem.optional().describe('Reason why this PSU cannot approve.'),
  }),
});

/**
 * The bank's own authorisation server reports the decision of the PSU. An approval is only valid for the content that it names,
 * once, and in time. The token issued afterwards approves nothing.
 */
export const reportApproval = operation('sca.reportApproval', {
  hop: 'write',
  isRepeatable: true,
  request: z.discriminatedUnion('verdict', [
    z.object({
      verdict: z.literal('approved'),
      tppId,
      authorisationId: z.string(),
      psuId: z.string().describe('PSU-ID of the approving PSU.'),
      corporateId: z.string().optional().describe('The company for which the PSU acted.'),
      accounts,
      contentHash: z.string().describe('Hash of the content shown to the PSU, as answered by `sca.readApproval`.'),
      factors: z
        .array(ScaFactor)
        .max(ScaFactor.options.length)
        .describe('Factors given for this approval: at least two of different kinds.'),
    }),
    z.object({ verdict: z.literal('declined'), tppId, authorisationId: z.string() }),
  ]),
  reply: z.object({
    scaStatus: ScaStatus,
    counts: z.boolean().describe('Whether this decision counts. Only then may a code be issued for it.'),
    problem: ScaProblem.optional().describe('Reason why it does not count; the PSU may continue.'),
  }),
});
