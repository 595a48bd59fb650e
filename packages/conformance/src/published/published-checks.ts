import { type Check, expectSame, Mismatch } from '../check.ts';
import { needsBaskets, needsFunds } from '../checks/what-is-offered.ts';
import type { TestContext } from '../test-context.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly required?: boolean;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, object>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Optional fields of the file 1.3.11 of the Berlin Group that a bank may have and a strict client must know. */
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

async function documentOf(context: TestContext): Promise<Document> {
  const { body } = await context.ask('GET /openapi.json');
  return body as unknown as Document;
}

/** What a `$ref` of the document leads to. */
function at(document: Document, ref: string): unknown {
  return ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}

/** Visits a part of the document and all that it refers to, each once. */
function visit(document: Document, value: unknown, look: (part: Record<string, unknown>) => void, seen = new Set()) {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const part = value as Record<string, unknown>;
  look(part);
  if (typeof part['$ref'] === 'string') visit(document, at(document, part['$ref']), look, seen);
  for (const inner of Object.values(part)) visit(document, inner, look, seen);
}

function fieldsIn(document: Document): Set<string> {
  const names = new Set<string>();
  visit(document, document, ({ properties }) => {
    for (const name of Object.keys(properties ?? {})) names.add(name);
  });
  return names;
}

/** The message codes that an operation may answer. */
function codesOf(document: Document, { responses }: Operation): Set<string> {
  const codes = new Set<string>();
  visit(document, responses, ({ properties }) => {
    const { code } = (properties ?? {}) as { code?: { enum?: string[]; const?: string } };
    for (const one of [...(code?.enum ?? []), ...(code?.const === undefined ? [] : [code.const])]) codes.add(one);
  });
  return codes;
}

/** What clients generate their code of. */
export const PUBLISHED_CHECKS: readonly Check[] = [
  ...Object.entries(FIELDS).map(
    ([of, names]): Check => ({
      id: `answers.published: fields of ${of}`,
      group: 'answers',
      rule: `the published form has the optional fields of ${of} in the OpenAPI file 1.3.11 of the Berlin Group (decision 55)`,
      how: 'GET /openapi.json',
      run: async (context) => {
        const published = fieldsIn(await documentOf(context));
        const lacking = names.filter((name) => !published.has(name));
        expectSame('fields that it lacks', lacking, []);
      },
    }),
  ),
  {
    id: 'answers.published: PSU-IP-Address',
    group: 'answers',
    rule: 'PSU-IP-Address is published as mandatory exactly where the bank has it so (decision 13)',
    how: 'GET /openapi.json: the parameters of POST /v1/consents',
    run: async (context) => {
      const document = await documentOf(context);
      const parameters = (document.paths['/v1/consents']?.['post']?.parameters ?? []).map((parameter) =>
        parameter.$ref === undefined ? parameter : (at(document, parameter.$ref) as Parameter),
      );
      const found = parameters.find(({ name }) => name === 'PSU-IP-Address');
      expectSame('required', found?.required ?? false, context.profile.psuIpAddressRequired);
    },
  },
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
        // Of a payment that names the consent of its session.
        CONSENT_EXPIRED: context.profile.combinedService
          ? /^(get|post) \/v1\/(accounts|card-accounts|funds-confirmations|[a-z]+-?payments\/|payments\/)/
          : /^(get|post) \/v1\/(accounts|card-accounts|funds-confirmations)/,
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
  {
    id: 'answers.settledBasket',
    group: 'answers',
    rule: 'a basket has the status ACSC only where the profile answers it of a settled one (decision 57)',
    how: 'all answers of baskets that the suite got',
    missing: needsBaskets,
    run: async ({ box, profile }) => {
      const isSettled = box.seen.some(
        ({ path, body }) => path.startsWith('/v1/signing-baskets/') && body['transactionStatus'] === 'ACSC',
      );
      if (isSettled && !profile.signingBaskets.settledStatus) throw new Mismatch('a basket has ACSC');
    },
  },
  {
    id: 'answers.fundsMessage',
    group: 'answers',
    rule: 'FUNDS_NOT_AVAILABLE is a message of answers only where the profile has it (decision 57)',
    how: 'all answers of success that the suite got',
    run: async ({ box, profile }) => {
      const told = box.seen.find(
        ({ endpoint, status, text }) =>
          endpoint !== undefined && status < 400 && text.includes('"FUNDS_NOT_AVAILABLE"'),
      );
      if (told !== undefined && !profile.fundsMessage) throw new Mismatch(`${told.method} ${told.path} has it`);
    },
  },
];
