import { type Check, expectSame, Mismatch } from '../check.ts';
import { needsFunds } from '../checks/offered-features.ts';
import { type Document, documentOf, fieldsIn, type Operation, visit } from './document.ts';
import { NAMES_BY_PROFILE } from './names-by-profile.ts';

/** Optional fields of the Berlin Group's file 1.3.11 that a bank may have and a strict client must know. */
const FIELDS = {
  accounts: ['bic', 'displayName', 'details', 'linkedAccounts', 'msisdn', 'ownerName', 'usage', 'product'],
  entries: [
    'currencyExchange',
    'creditorAgent',
    'debtorAgent',
    'ultimateCreditor',
    'ultimateDebtor',
    'remittanceInformationUnstructuredArray',
    'remittanceInformationStructuredArray',
    'entryDetails',
    'batchIndicator',
    'batchNumberOfTransactions',
    'additionalInformation',
    'additionalInformationStructured',
    'proprietaryBankTransactionCode',
    'checkId',
    'creditorId',
  ],
  'methods and challenges': ['authenticationVersion', 'explanation', 'image', 'imageLink', 'additionalInformation'],
} as const;

/** Returns the message codes that an operation may answer. */
function codesOf(document: Document, { responses }: Operation): Set<string> {
  const codes = new Set<string>();
  visit(document, responses, ({ properties }) => {
    const { code } = (properties ?? {}) as { code?: { enum?: string[]; const?: string } };
    for (const one of [...(code?.enum ?? []), ...(code?.const === undefined ? [] : [code.const])]) codes.add(one);
  });
  return codes;
}

/** Checks of the document from which clients are generated. */
export const PUBLISHED_CHECKS: readonly Check[] = [
  ...Object.entries(FIELDS).map(
    ([of, names]): Check => ({
      id: `answers.published: fields of ${of}`,
      group: 'answers',
      rule: `the published form has the optional fields of ${of} in the OpenAPI file 1.3.11 of the Berlin Group (decision 55)`,
      how: 'GET /openapi.json',
      run: async (context) => {
        const published = fieldsIn(await documentOf(context));
        const isNever = (name: string): boolean => name === 'ownerName' && context.profile.ownerNames === 'never';
        const unlessOffered = names.filter((name) => !published.has(name) && !isNever(name));
        expectSame('fields that it lacks', unlessOffered, []);
      },
    }),
  ),
  {
    id: 'answers.published: message codes',
    group: 'answers',
    rule: 'each operation publishes the message codes that it may answer, and no other (Implementation Guidelines, Message Code)',
    how: 'GET /openapi.json: CARD_INVALID, CONSENT_EXPIRED and CANCELLATION_INVALID',
    missing: needsFunds,
    run: async (context) => {
      const document = await documentOf(context);
      const places: Record<string, string[]> = { CARD_INVALID: [], CONSENT_EXPIRED: [], CANCELLATION_INVALID: [] };
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          for (const code of codesOf(document, operation)) places[code]?.push(`${method} ${path}`);
        }
      }
      expectSame('CARD_INVALID', places['CARD_INVALID'], ['post /v1/funds-confirmations']);
      const rule: Record<string, RegExp> = {
        // For a payment with the consent of its session.
        CONSENT_EXPIRED: context.profile.combinedService
          ? /^(get|post) \/v1\/(accounts|card-accounts|trusted-beneficiaries|funds-confirmations|[a-z]+-?payments\/|payments\/)/
          : /^(get|post) \/v1\/(accounts|card-accounts|trusted-beneficiaries|funds-confirmations)/,
        CANCELLATION_INVALID: /^(delete|post|put) \/v1\/(payments|bulk-payments|periodic-payments)\//,
      };
      for (const [code, where] of Object.entries(rule)) {
        const found = places[code] ?? [];
        if (found.length === 0) throw new Mismatch(`${code} is published nowhere`);
        const wrong = found.filter((place) => !where.test(place));
        expectSame(`other places of ${code}`, wrong, []);
      }
    },
  },
  ...NAMES_BY_PROFILE,
];
