import { AccountReference, type Fault, ignoredFields, type ScaInput, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { Call } from '../../request/call.ts';
import { tolerantBodyOf } from '../../request/parse-input.ts';
import { psuOf } from '../../request/psu.ts';

/** Length of a JWE for a 4096-bit RSA key and the longest password. */
const ENCRYPTED_MAX = 2_000;

/** Body of a start or an update of an authorisation, with the fields of every kind. Unknown fields are ignored with a warning. */
export const AuthorisationBody = z.object({
  psuData: z
    .object({
      password: z.string().min(1).max(200).optional(),
      encryptedPassword: z.string().min(1).max(ENCRYPTED_MAX).optional(),
      additionalPassword: z.string().optional(),
      additionalEncryptedPassword: z.string().optional(),
    })
    .optional(),
  authenticationMethodId: z.string().min(1).max(35).optional(),
  debtorAccount: AccountReference.optional(),
  scaAuthenticationData: z.string().min(1).max(100).optional(),
  confirmationCode: z.string().min(1).max(100).optional(),
});
type AuthorisationBody = z.infer<typeof AuthorisationBody>;

/** Password fields of the standard that this service does not support. */
const NOT_SUPPORTED = ['additionalPassword', 'additionalEncryptedPassword'] as const;

/** Kinds of input, by the field that contains them. */
const INPUTS: Record<string, (body: AuthorisationBody) => ScaInput | undefined> = {
  'psuData.password': ({ psuData }) =>
    mapIfPresent(psuData?.password, (password) => ({ kind: 'authentication', password })),
  'psuData.encryptedPassword': ({ psuData }) =>
    mapIfPresent(psuData?.encryptedPassword, (encryptedPassword) => ({
      kind: 'encryptedAuthentication',
      encryptedPassword,
    })),
  authenticationMethodId: ({ authenticationMethodId: id }) =>
    mapIfPresent(id, (authenticationMethodId) => ({ kind: 'methodSelection', authenticationMethodId })),
  debtorAccount: ({ debtorAccount: account }) =>
    mapIfPresent(account, (debtorAccount) => ({ kind: 'accountSelection', debtorAccount })),
  scaAuthenticationData: ({ scaAuthenticationData: data }) =>
    mapIfPresent(data, (scaAuthenticationData) => ({ kind: 'transactionAuthorisation', scaAuthenticationData })),
  confirmationCode: ({ confirmationCode: code }) =>
    mapIfPresent(code, (confirmationCode) => ({ kind: 'confirmation', confirmationCode })),
};

function mapIfPresent<Value>(value: Value | undefined, make: (value: Value) => ScaInput): ScaInput | undefined {
  return value === undefined ? undefined : make(value);
}

/** Returns the TPP's input: the single kind in the body, otherwise the PSU in the headers, otherwise none. */
export function inputOf(call: Call): ScaInput | undefined {
  return bodyInputOf(call) ?? (psuOf(call) === undefined ? undefined : { kind: 'identification' });
}

function bodyInputOf(call: Call): ScaInput | undefined {
  const body = tolerantBodyOf(call, AuthorisationBody);
  refuseOtherPasswords(call, body);
  const inputs = Object.entries(INPUTS).flatMap(([field, read]) => {
    const input = read(body);
    return input === undefined ? [] : [{ field, input }];
  });
  if (inputs.length > 1) {
    const fields = inputs.map(({ field }) => field);
    throw new Xs2aError('fieldInvalid', {
      ...(fields[1] !== undefined && { path: fields[1] }),
      text: `only one of ${fields.join(', ')} may be sent at a time`,
    });
  }
  return inputs[0]?.input;
}

/**
 * Returns the input of an update, which must not be empty. Without a body, a resource token confirms the approval for which it
 * was issued (decision 97).
 */
export function updateOf(call: Call): ScaInput {
  const input =
    bodyInputOf(call) ?? (call.tokenSubject === undefined ? inputOf(call) : { kind: 'confirmationByToken' });
  if (input === undefined) {
    const fields = Object.keys(INPUTS).join(', ');
    const text = `PSU-ID or one of ${fields} is needed`;
    throw nothingUsable(call, { path: 'psuData', text });
  }
  return input;
}

/** Refuses additional passwords, because a PSU has one password. `psuData` without a password is an error. */
function refuseOtherPasswords(call: Call, { psuData }: AuthorisationBody): void {
  if (psuData === undefined) return;
  const other = NOT_SUPPORTED.find((field) => psuData[field] !== undefined);
  if (other !== undefined)
    throw new Xs2aError('parameterNotSupported', {
      path: `psuData.${other}`,
      text: 'is not supported: a PSU has one password',
    });
  if (psuData.password === undefined && psuData.encryptedPassword === undefined) {
    throw nothingUsable(call, {
      path: 'psuData.password',
      text: 'is needed where psuData is sent, or psuData.encryptedPassword',
    });
  }
}

/** Returns the error for missing data, which may have been sent under another name. */
function nothingUsable({ body }: Call, missing: Omit<Fault, 'situation'>): Xs2aError {
  const ignored = ignoredFields(AuthorisationBody, body);
  const others = ignored.map(({ path, text }): Fault => ({ situation: 'fieldInvalid', path, text }));
  return new Xs2aError('fieldInvalid', { ...missing, others });
}
