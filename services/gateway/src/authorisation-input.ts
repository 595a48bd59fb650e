import { type ScaInput, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { Call } from './call.ts';
import { psuOf } from './creation.ts';
import { bodyOf } from './parse-input.ts';

/** A JWE for an RSA key of 4096 bit around the longest password. */
const ENCRYPTED_MAX = 2_000;

/** Bodies that start or update an authorisation, of every kind in one (decision 21). Unknown fields are ignored. */
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
  scaAuthenticationData: z.string().min(1).max(100).optional(),
  confirmationCode: z.string().min(1).max(100).optional(),
});
export type AuthorisationBody = z.infer<typeof AuthorisationBody>;

/** Passwords that the standard knows and this bank has no use for. */
const NOT_OFFERED = ['additionalPassword', 'additionalEncryptedPassword'] as const;

/** Each kind of data by the field that brings it. */
const INPUTS: Record<string, (body: AuthorisationBody) => ScaInput | undefined> = {
  'psuData.password': ({ psuData }) => given(psuData?.password, (password) => ({ kind: 'authentication', password })),
  'psuData.encryptedPassword': ({ psuData }) =>
    given(psuData?.encryptedPassword, (encryptedPassword) => ({ kind: 'encryptedAuthentication', encryptedPassword })),
  authenticationMethodId: ({ authenticationMethodId: id }) =>
    given(id, (authenticationMethodId) => ({ kind: 'methodSelection', authenticationMethodId })),
  scaAuthenticationData: ({ scaAuthenticationData: data }) =>
    given(data, (scaAuthenticationData) => ({ kind: 'transactionAuthorisation', scaAuthenticationData })),
  confirmationCode: ({ confirmationCode: code }) =>
    given(code, (confirmationCode) => ({ kind: 'confirmation', confirmationCode })),
};

function given(value: string | undefined, make: (value: string) => ScaInput): ScaInput | undefined {
  return value === undefined ? undefined : make(value);
}

/** What the TPP sent: the one kind of data in the body, else the PSU that the headers name, else nothing. */
export function inputOf(call: Call): ScaInput | undefined {
  const body = bodyOf(call, AuthorisationBody);
  refuseOtherPasswords(body);
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
  return inputs[0]?.input ?? (psuOf(call) === undefined ? undefined : { kind: 'identification' });
}

/** What an update sent; it must send something. */
export function updateOf(call: Call): ScaInput {
  const input = inputOf(call);
  if (input === undefined) {
    const fields = Object.keys(INPUTS).join(', ');
    throw new Xs2aError('fieldInvalid', { path: 'psuData', text: `PSU-ID or one of ${fields} is needed` });
  }
  return input;
}

/** A PSU of this bank has one password; who sends psuData means to send it. */
function refuseOtherPasswords({ psuData }: AuthorisationBody): void {
  if (psuData === undefined) return;
  const other = NOT_OFFERED.find((field) => psuData[field] !== undefined);
  if (other !== undefined) throw new Xs2aError('parameterNotSupported', { path: `psuData.${other}` });
  if (psuData.password === undefined && psuData.encryptedPassword === undefined) {
    throw new Xs2aError('fieldInvalid', { path: 'psuData.password', text: 'is needed' });
  }
}
