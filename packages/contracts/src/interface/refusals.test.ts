import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from '../index.ts';
import {
  faultsOf,
  isSituation,
  type Operation,
  REFUSALS,
  type Refusal,
  RefusalOnBus,
  toXs2aError,
  Xs2aError,
} from '../index.ts';

// Copied from the standard's table of message codes by HTTP status (Implementation Guidelines, Message Code), not from REFUSALS.
const CODES: Record<number, string> = {
  400: `FORMAT_ERROR PARAMETER_NOT_CONSISTENT PARAMETER_NOT_SUPPORTED SERVICE_INVALID RESOURCE_UNKNOWN RESOURCE_EXPIRED
    RESOURCE_BLOCKED TIMESTAMP_INVALID PERIOD_INVALID SCA_METHOD_UNKNOWN SCA_INVALID CONSENT_UNKNOWN
    SESSIONS_NOT_SUPPORTED PAYMENT_FAILED EXECUTION_DATE_INVALID CARD_INVALID NO_PIIS_ACTIVATION REFERENCE_MIX_INVALID`,
  401: `CERTIFICATE_INVALID ROLE_INVALID CERTIFICATE_EXPIRED CERTIFICATE_BLOCKED CERTIFICATE_REVOKED CERTIFICATE_MISSING
    SIGNATURE_INVALID SIGNATURE_MISSING CORPORATE_ID_INVALID PSU_CREDENTIALS_INVALID CONSENT_INVALID CONSENT_EXPIRED
    TOKEN_UNKNOWN TOKEN_INVALID TOKEN_EXPIRED`,
  403: 'CONSENT_UNKNOWN SERVICE_BLOCKED RESOURCE_UNKNOWN RESOURCE_EXPIRED PRODUCT_INVALID',
  404: 'RESOURCE_UNKNOWN PRODUCT_UNKNOWN',
  405: 'SERVICE_INVALID CANCELLATION_INVALID',
  406: 'REQUESTED_FORMATS_INVALID',
  409: 'STATUS_INVALID REFERENCE_STATUS_INVALID',
  429: 'ACCESS_EXCEEDED',
  // Statuses that the table does not contain (decisions 11 and 35).
  415: 'FORMAT_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};
const STATUSES_WITHOUT_CODE = [408, 410, 413, 500, 501];

// The most frequent error cases with their answers (decision 11).
const ANSWERS: [keyof typeof REFUSALS, number, string | undefined][] = [
  ['requestIdInvalid', 400, 'FORMAT_ERROR'],
  ['requestIdReused', 400, 'FORMAT_ERROR'],
  ['redirectUriMissing', 400, 'FORMAT_ERROR'],
  ['certificateMissing', 401, 'CERTIFICATE_MISSING'],
  ['certificateInvalid', 401, 'CERTIFICATE_INVALID'],
  ['certificateExpired', 401, 'CERTIFICATE_EXPIRED'],
  ['certificateRevoked', 401, 'CERTIFICATE_REVOKED'],
  ['certificateBlocked', 401, 'CERTIFICATE_BLOCKED'],
  ['certificateOfOtherTpp', 401, 'CERTIFICATE_INVALID'],
  ['roleMissing', 401, 'ROLE_INVALID'],
  ['signatureMissing', 401, 'SIGNATURE_MISSING'],
  ['digestMissing', 401, 'SIGNATURE_MISSING'],
  ['signingCertificateMissing', 401, 'CERTIFICATE_MISSING'],
  ['signatureInvalid', 401, 'SIGNATURE_INVALID'],
  ['bodyInvalid', 400, 'FORMAT_ERROR'],
  ['fieldInvalid', 400, 'FORMAT_ERROR'],
  ['serviceUnknown', 404, 'PRODUCT_UNKNOWN'],
  ['productUnknown', 404, 'PRODUCT_UNKNOWN'],
  ['productNotOfPayment', 403, 'PRODUCT_INVALID'],
  ['consentIdPathUnknown', 403, 'CONSENT_UNKNOWN'],
  ['consentIdHeaderUnknown', 400, 'CONSENT_UNKNOWN'],
  ['accountUnknown', 404, 'RESOURCE_UNKNOWN'],
  ['consentNotUsable', 401, 'CONSENT_INVALID'],
  ['consentExpired', 401, 'CONSENT_EXPIRED'],
  ['accessExceeded', 429, 'ACCESS_EXCEEDED'],
  ['sessionsNotSupported', 400, 'SESSIONS_NOT_SUPPORTED'],
  ['parameterNotSupported', 400, 'PARAMETER_NOT_SUPPORTED'],
  ['parametersNotConsistent', 400, 'PARAMETER_NOT_CONSISTENT'],
  ['periodInvalid', 400, 'PERIOD_INVALID'],
  ['acceptNotServable', 406, 'REQUESTED_FORMATS_INVALID'],
  ['mediaTypeUnsupported', 415, 'FORMAT_ERROR'],
  ['methodNotAllowed', 405, 'SERVICE_INVALID'],
  ['psuCredentialsInvalid', 401, 'PSU_CREDENTIALS_INVALID'],
  ['corporateIdInvalid', 401, 'CORPORATE_ID_INVALID'],
  ['scaMethodUnknown', 400, 'SCA_METHOD_UNKNOWN'],
  ['authorisationFailed', 400, 'SCA_INVALID'],
  ['statusInvalid', 409, 'STATUS_INVALID'],
  ['signedAlready', 409, 'STATUS_INVALID'],
  ['resourceBlocked', 400, 'RESOURCE_BLOCKED'],
  ['cancellationNotRequested', 409, 'STATUS_INVALID'],
  ['cancellationImpossible', 405, 'CANCELLATION_INVALID'],
  ['referencedResourceUnknown', 400, 'RESOURCE_UNKNOWN'],
  ['basketMemberAuthorised', 409, 'REFERENCE_STATUS_INVALID'],
  ['basketMixInvalid', 400, 'REFERENCE_MIX_INVALID'],
  ['executionDateInvalid', 400, 'EXECUTION_DATE_INVALID'],
  ['piisNotActivated', 400, 'NO_PIIS_ACTIVATION'],
  ['cardInvalid', 400, 'CARD_INVALID'],
  ['serviceBlocked', 403, 'SERVICE_BLOCKED'],
  ['internalError', 500, undefined],
  ['serviceUnavailable', 503, 'SERVICE_UNAVAILABLE'],
  ['overloaded', 503, 'SERVICE_UNAVAILABLE'],
];

const rows: [string, Refusal][] = Object.entries(REFUSALS);

describe('REFUSALS', () => {
  it.each(rows)('%s has a code that its HTTP status allows, or neither code nor body', (_, { status, code }) => {
    if (code === undefined) expect([404, 429, ...STATUSES_WITHOUT_CODE]).toContain(status);
    else expect(CODES[status]?.split(/\s+/) ?? []).toContain(code);
  });

  it.each(rows)('%s has a text for developers within the permitted length', (_, { text }) => {
    expect(text.length).toBeGreaterThan(4);
    expect(text.length).toBeLessThanOrEqual(500);
  });

  it.each(ANSWERS)('%s is answered %i %s', (situation, status, code) => {
    const row: Refusal = REFUSALS[situation];
    expect([row.status, row.code]).toEqual([status, code]);
  });

  it('contains every message code of the standard except those without a case here (decision 11)', () => {
    const said = new Set(rows.map(([, { code }]) => code));
    const codes = new Set(Object.values(CODES).flatMap((words) => words.split(/\s+/)));
    expect([...codes].filter((code) => !said.has(code))).toEqual(['TIMESTAMP_INVALID', 'PAYMENT_FAILED']);
  });

  it('checks the certificate before the signature, the signature before headers, and the resource before the body', () => {
    const order = Object.keys(REFUSALS);
    const stages = [
      'addressUnknown',
      'certificateMissing',
      'roleMissing',
      'signatureMissing',
      'requestIdInvalid',
      'mediaTypeUnsupported',
    ];
    const later = [
      'tokenUnknown',
      'consentIdHeaderUnknown',
      'resourceUnknown',
      'statusInvalid',
      'bodyInvalid',
      'internalError',
    ];
    const places = [...stages, ...later].map((situation) => order.indexOf(situation));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('Xs2aError', () => {
  it('truncates path and text to the permitted length, however long a name in them is', () => {
    const long = { path: 'p'.repeat(60_000), text: 't'.repeat(60_000) };
    const [first, other] = faultsOf(
      new Xs2aError('fieldInvalid', { ...long, others: [{ situation: 'fieldInvalid', ...long }] }),
    );
    expect([first, other].map((fault) => [fault?.path?.length, fault?.text?.length])).toEqual([
      [200, 500],
      [200, 500],
    ]);
  });

  it('contains the error case, path and text, and looks up its answer in the table', () => {
    const error = new Xs2aError('fieldInvalid', { path: 'creditorName', text: 'is too long' });
    expect(error).toMatchObject({ situation: 'fieldInvalid', path: 'creditorName', text: 'is too long' });
    expect(error.refusal).toBe(REFUSALS.fieldInvalid);
    expect(error).toBeInstanceOf(Error);
  });

  it('has no path and no text by default', () => {
    const error = new Xs2aError('overloaded');
    expect([error.path, error.text]).toEqual([undefined, undefined]);
  });

  it('throws for an unknown error case', () => {
    fc.assert(
      fc.property(fc.anything(), (word) => {
        expect(isSituation(word)).toBe(typeof word === 'string' && rows.some(([name]) => name === word));
      }),
    );
    for (const inherited of ['valueOf', '__proto__', 'constructor', 'toString'])
      expect(isSituation(inherited)).toBe(false);
    expect(RefusalOnBus.safeParse({ refusal: 'constructor' }).success).toBe(false);
    expect(RefusalOnBus.safeParse({ refusal: 'overloaded' }).success).toBe(true);
  });
});

function refusalOf(schema: z.ZodType, value: unknown): Xs2aError {
  const parsed = schema.safeParse(value);
  if (parsed.success) throw new Error('the value was accepted');
  return toXs2aError(schema, value);
}

describe('refuseIssue', () => {
  it('names the element in the notation of the interface', () => {
    const schema = z.strictObject({ payments: z.array(z.strictObject({ creditorName: z.string() })) });
    expect(refusalOf(schema, { payments: [{ creditorName: 'a' }, { creditorName: 1 }] }).path).toBe(
      'payments[1].creditorName',
    );
    expect(refusalOf(schema, { payments: [{ creditorName: 'a', extra: 1 }] }).path).toBe('payments[0].extra');
    expect(refusalOf(schema, { payments: [], extra: 1 }).path).toBe('extra');
    expect(refusalOf(schema, {}).path).toBe('payments');
    expect(refusalOf(schema, 'text').path).toBeUndefined();
  });

  it('is FORMAT_ERROR for bodies and queries', () => {
    expect(toXs2aError(z.string(), 1).situation).toBe('fieldInvalid');
    expect(toXs2aError(z.string(), 1, 'queryInvalid').situation).toBe('queryInvalid');
  });

  const operations = Object.values<unknown>(contracts).filter(
    (value): value is Operation => typeof value === 'object' && value !== null && 'subject' in value,
  );
  it.each(operations.map((operation): [string, z.ZodType] => [operation.subject, operation.request]))(
    '%s refuses without giving the received value back',
    (_, schema) => {
      // These letters occur in none of our messages; the fields are those in the schema, at any depth.
      const canary = fc.stringMatching(/^QZ[0-9]{12}XJ$/);
      fc.assert(
        fc.property(canary, fc.constantFrom(...plausibleValues(schema)), (secret, fill) => {
          const value = fill(secret);
          if (schema.safeParse(value).success) return;
          const refusal = toXs2aError(schema, value);
          expect(JSON.stringify([refusal.path, refusal.text, refusal.others, refusal.message])).not.toContain(secret);
        }),
        { numRuns: 60 },
      );
    },
  );
});

/** Bodies with a secret in one or all positions: as text, array or object, next to valid fields. */
function plausibleValues(schema: z.ZodType): ((secret: string) => unknown)[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const everywhere = (node: z.core.JSONSchema._JSONSchema | undefined, secret: unknown): unknown => {
    if (typeof node !== 'object') return secret;
    const chosen = node.anyOf?.[0] ?? node.oneOf?.[0] ?? node;
    if (typeof chosen !== 'object') return secret;
    if (chosen.const !== undefined) return chosen.const;
    if (chosen.type === 'array') return [everywhere(chosen.items as z.core.JSONSchema._JSONSchema, secret)];
    if (chosen.type !== 'object') return secret;
    const fields = Object.entries(chosen.properties ?? {}).map(([name, child]) => [name, everywhere(child, secret)]);
    return Object.fromEntries(fields);
  };
  return [
    (secret) => everywhere(json, secret),
    (secret) => everywhere(json, [secret]),
    (secret) => everywhere(json, { iban: secret, amount: secret }),
    (secret) => secret,
    (secret) => [secret],
  ];
}
