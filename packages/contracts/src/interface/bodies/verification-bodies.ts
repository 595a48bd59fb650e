import { z } from 'zod';
import { AccountReference } from '../../values/account-reference.ts';
import { Bic } from '../../values/bic.ts';
import { text } from '../wire-types.ts';

/** A number of a register or authority, such as `TXID` for a tax number (ISO 20022 external organisation identification). */
const OtherIdentification = z.object({
  identification: text(35),
  schemeNameCode: text(4).optional(),
  schemeNameProprietary: text(35).optional(),
  issuer: text(35).optional(),
});

const OrganisationId = z.object({
  lei: z
    .string()
    .regex(/^[A-Z0-9]{18}[0-9]{2}$/, 'must be a Legal Entity Identifier')
    .optional(),
  others: z.array(OtherIdentification).max(1, 'must have one entry: the bank compares one number').optional(),
});

/** Name or number of a party. The birth of a private person is not compared. */
const Party = z
  .object({
    name: text(140).optional(),
    identification: z
      .object({
        organisationId: OrganisationId.optional(),
        privateId: z.object({ others: OrganisationId.shape.others }).optional(),
      })
      .refine(
        ({ organisationId, privateId }) =>
          (organisationId?.lei ?? organisationId?.others?.[0] ?? privateId?.others?.[0]) !== undefined,
        'must have a number: organisationId.lei, or one of others',
      )
      .optional(),
  })
  .refine(({ name, identification }) => name !== undefined || identification !== undefined, {
    error: 'is needed, or identification',
    path: ['name'],
  });

/**
 * Body of `POST /v1/payee-verifications`, `/payer-verifications` and `/party-verifications` (framework 1.3.16). Unknown fields
 * are ignored (decision 13); `requestingAgent` is of requests between banks.
 */
export const PartyVerificationRequest = z.object({
  partyAccount: AccountReference.refine(({ iban }) => iban !== undefined, {
    error: 'is needed: payees are verified by IBAN',
    path: ['iban'],
  }),
  party: Party,
  partyAgent: z.object({ financialInstitutionId: z.object({ bicfi: Bic.optional() }) }).optional(),
  unstructuredRemittanceInformation: z.array(text(140)).optional(),
});
export type PartyVerificationRequest = z.infer<typeof PartyVerificationRequest>;
