import { z } from 'zod';
import { PartyVerificationRequest } from '../interface/bodies/verification-bodies.ts';
import { Bic } from '../values/bic.ts';
import { MatchedName, PartyIdMatch, PartyNameMatch } from '../values/payee-verification.ts';
import { caller } from './caller.ts';
import { operation, type RequestOf } from './operation.ts';

/**
 * Compares the name or number of a payee with the holder of its account (verification of payee, Regulation (EU) 260/2012, Art.
 * 5c). The bank asks the payee's bank through the scheme, and answers for its own accounts. Without an answer within five seconds
 * the check was not possible. Blocks nothing: the payer decides.
 */
export const verifyPayee = operation('bank.verifyPayee', {
  hop: 'bank',
  request: z.object({
    requestId: z.uuid().describe('Id of the check, for `X-Request-ID` of the scheme.'),
    iban: z.string().describe('IBAN of the payee.'),
    bic: Bic.optional().describe('BIC of the payee’s bank, if the order has it.'),
    name: z
      .string()
      .min(1)
      .max(140)
      .optional()
      .describe('Name of the payee in the order; absent if a number was sent.'),
    identification: z
      .object({ scheme: z.string().max(35), value: z.string().max(35) })
      .optional()
      .describe(
        'Number of the payee in place of its name: `LEI`, or a code of ISO 20022 such as `TXID` for a tax number.',
      ),
  }),
  reply: z.object({
    partyNameMatch: PartyNameMatch.optional().describe(
      'MTCH match, CMTC close match, NMTC no match, NOAP not possible; absent: not possible.',
    ),
    partyIdMatch: PartyIdMatch.optional().describe('For an identifier, where one was sent.'),
    matchedName: MatchedName.optional().describe('Name of the account holder, with CMTC only.'),
  }),
});

/** Returns the question about a party that was sent in the form of the standard, which is also that between banks. */
export function payeeQuestion({
  party: { name, identification },
  partyAccount,
  partyAgent,
}: PartyVerificationRequest): Omit<RequestOf<typeof verifyPayee>, 'requestId'> {
  const bic = partyAgent?.financialInstitutionId.bicfi;
  const number = identification && numberOf(identification);
  return {
    iban: partyAccount.iban ?? '',
    ...(bic !== undefined && { bic }),
    ...(name !== undefined && { name }),
    ...(number && { identification: number }),
  };
}

/** The first number of the party. */
function numberOf({
  organisationId = {},
  privateId = {},
}: NonNullable<PartyVerificationRequest['party']['identification']>): { scheme: string; value: string } | undefined {
  if (organisationId.lei !== undefined) return { scheme: 'LEI', value: organisationId.lei };
  const [other] = organisationId.others ?? privateId.others ?? [];
  if (other === undefined) return undefined;
  return { scheme: other.schemeNameCode ?? other.schemeNameProprietary ?? '', value: other.identification };
}

/**
 * Verifies a payee or payer for a TPP before it sends an order (framework 1.3.16). Refused after too many results of this TPP and
 * IBAN that are no match: names are not to be learnt by trying. Without an answer of the bank: not possible.
 */
export const verifyParty = operation('payments.verifyParty', {
  hop: 'write',
  request: z.object({ ...caller, body: PartyVerificationRequest }),
  reply: verifyPayee.reply,
});
