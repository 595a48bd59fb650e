import { Bic, PartyVerificationRequest, type ReplyOf, type RequestOf, verifyPayee } from '@xs2a/contracts';
import { z } from 'zod';

/** Path of the interface between banks, API version 1.1 (EPC103-24). */
export const SCHEME_PATH = '/vop/v1/payee-verifications';

/** Question of the connector (`bank.verifyPayee`). */
export type SchemeQuestion = RequestOf<typeof verifyPayee>;
export type SchemeAnswer = ReplyOf<typeof verifyPayee>;

/** Body of a request between banks: that of a TPP, and who asks. */
export const SchemeRequest = PartyVerificationRequest.extend({
  requestingAgent: z.object({ financialInstitutionId: z.object({ bicfi: Bic }) }),
});

/** Body of an answer between banks. */
export const SchemeReply = verifyPayee.reply;

/** The check was not possible. The scheme gives no reason. */
export const NOT_POSSIBLE: SchemeAnswer = { partyNameMatch: 'NOAP' };

/** Names or a number, never both: the scheme has a choice. */
export function schemeRequest(
  { iban, name, identification }: SchemeQuestion,
  { asking, asked }: { asking: string; asked: string },
): z.input<typeof SchemeRequest> {
  const party = name === undefined ? { identification: numberOf(identification) } : { name };
  return {
    party,
    partyAccount: { iban },
    partyAgent: { financialInstitutionId: { bicfi: asked } },
    requestingAgent: { financialInstitutionId: { bicfi: asking } },
  };
}

function numberOf({ scheme, value }: NonNullable<SchemeQuestion['identification']> = { scheme: '', value: '' }) {
  if (scheme === 'LEI') return { organisationId: { lei: value } };
  const named = scheme.length <= 4 ? { schemeNameCode: scheme } : { schemeNameProprietary: scheme };
  return { organisationId: { others: [{ identification: value, ...named }] } };
}
