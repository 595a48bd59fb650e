import { type AspspProfile, EDITIONS, ENDPOINTS, REFUSALS, ReportMessage, type Situation } from '@xs2a/contracts';
import { isBeyondStandard } from '../answers/field-aliases.ts';
import { answeredRefusals } from '../refusals/apply-profile-to-refusal.ts';
import { typesOf } from '../request/answer-types.ts';
import { offeredApproaches } from './offered-approaches.ts';
import { type Document, type Json, operationsOf, removeFields, removeValues } from './offered-document.ts';
import { addAccessTokenSecurity } from './offered-security.ts';

/** An answer with an error in one media type. */
interface ErrorMedia {
  schema: { $ref: string };
  readonly examples: Json;
}

const formOf = ({ schema }: ErrorMedia): string => schema.$ref.split('/').at(-1) ?? '';

type Rule = (document: Document, profile: AspspProfile) => void;

/** Error cases of a payment about the consent it names, which is only read if the bank offers sessions (decision 80). */
const SESSION_SITUATIONS: ReadonlySet<Situation> = new Set([
  'consentIdHeaderUnknown',
  'consentNotUsable',
  'consentExpired',
  'consentLacksRight',
]);

/** Rules that narrow the answers of the general document to those of this bank. */
export const offeredAnswers: readonly Rule[] = [
  (document, { fieldAliases }) => {
    if (fieldAliases) return;
    removeFields(document, isBeyondStandard);
    const { properties } = document.components.schemas['ConsentedAccount'] as { properties: Json };
    delete properties['pan'];
  },
  ofEdition,
  // Messages and statuses that some clients do not support (decision 14).
  ({ components: { schemas } }, { fundsMessage, signingBaskets }) => {
    if (!fundsMessage) removeValues(schemas['PaymentStatus'], ['FUNDS_NOT_AVAILABLE']);
    if (signingBaskets.settledStatus) return;
    for (const name of ['Basket', 'BasketStatusAnswer']) removeValues(schemas[name], ['ACSC']);
  },
  // Redirect approach with confirmation by the TPP.
  (document, { authorisationConfirmation }) => {
    if (authorisationConfirmation) return;
    removeFields(document, (_, name) => name === 'confirmation' || name === 'confirmationCode');
    removeValues(document.components.schemas, ['unconfirmed']);
    for (const { responses } of operationsOf(document)) {
      for (const { links = {} } of Object.values(responses) as { links?: Json }[]) delete links['confirmation'];
    }
  },
  addAccessTokenSecurity,
  offeredApproaches,
  (document, { deletedPaymentAnswer }) => {
    if (deletedPaymentAnswer === 'noContent') return;
    for (const { operationId, responses } of operationsOf(document)) {
      if (operationId.startsWith('cancelPayment')) delete responses['204'];
    }
  },
  (document, { notifications }) => {
    if (notifications.contents.length > 0) return;
    for (const { responses } of operationsOf(document)) {
      for (const { headers = {} } of Object.values(responses) as { headers?: Json }[]) {
        delete headers['ASPSP-Notification-Support'];
        delete headers['ASPSP-Notification-Content'];
      }
    }
  },
  // A started download can be finished, so this endpoint keeps every message.
  (document, { reportMessages }) => {
    const types = new Set(typesOf(reportMessages));
    for (const { operationId, responses } of operationsOf(document)) {
      if (operationId !== 'getTransactionList') continue;
      const content = (responses['200'] as { content: Json }).content;
      for (const type of typesOf(ReportMessage.options)) if (!types.has(type)) delete content[type];
    }
  },
  withoutRefusals,
];

/** Keeps the forms of answers of one edition. */
function ofEdition(document: Document, { edition }: AspspProfile): void {
  const { schemas } = document.components;
  const { structuredReference, nestsTransactionDetails, hasOrderTimes, authenticationTypes } = EDITIONS[edition];
  const keep = (schema: string, field: string, isKept: (form: Json) => boolean): void => {
    const { properties } = schemas[schema] as { properties: Record<string, { anyOf: Json[] }> };
    Object.assign(properties, { [field]: properties[field]?.anyOf.find(isKept) });
  };
  const type = structuredReference === 'text' ? 'string' : 'object';
  for (const name of ['ListedTransaction', 'TransactionDetails']) {
    keep(name, 'remittanceInformationStructured', (form) => form['type'] === type);
  }
  if (nestsTransactionDetails) nestExampleOfDetails(document);
  keep('TransactionDetailsAnswer', 'transactionsDetails', (form) => '$ref' in form !== nestsTransactionDetails);
  if (!hasOrderTimes) {
    const times = ['startDateTime', 'endDateTime'];
    removeFields(document, (holder, name) => times.includes(name) && 'multiplicator' in holder);
  }
  removeValues(schemas, Object.keys(authenticationTypes));
}

function nestExampleOfDetails({ paths }: Document): void {
  const { responses } = paths[ENDPOINTS.getTransactionDetails.path]?.['get'] ?? {};
  type Example = { value: { transactionsDetails: Json } };
  const { content } = (responses?.['200'] ?? { content: {} }) as { content: Record<string, { examples: Json }> };
  for (const { examples } of Object.values(content)) {
    for (const { value } of Object.values(examples) as Example[]) {
      value.transactionsDetails = { transactionDetails: value.transactionsDetails };
    }
  }
}

/** Removes the error cases that the profile replaces, along with message codes and statuses of their own. */
function withoutRefusals(document: Document, profile: AspspProfile): void {
  const { responses, schemas } = document.components;
  const answered = answeredRefusals(profile);
  const gone = new Set<string>();
  // Some answers share a schema that is named after the first of them. If one of them differs, each gets its own.
  const stored = { ...schemas };
  const differing = new Set<string>();
  const kept: { name: string; media: readonly ErrorMedia[]; left: readonly Situation[] }[] = [];
  for (const [name, response] of Object.entries(responses)) {
    const media = Object.values((response['content'] ?? {}) as Record<string, ErrorMedia>);
    if (media.length === 0) continue;
    const all = Object.keys(media[0]?.examples ?? {}) as Situation[];
    const isPayment = name.endsWith('-initiatePayment') && !profile.combinedService;
    const left = all.filter((one) => answered.has(one) && !(isPayment && SESSION_SITUATIONS.has(one)));
    for (const situation of all.filter((one) => !left.includes(one)))
      for (const { examples } of media) delete examples[situation];
    if (left.length < all.length) for (const one of media) differing.add(formOf(one));
    if (left.length > 0) kept.push({ name, media, left });
    else if (all.length > 0) gone.add(name);
  }
  for (const { name, media, left } of kept) {
    const codes = new Set(left.map((situation) => 'code' in REFUSALS[situation] && REFUSALS[situation].code));
    for (const one of media.filter((each) => differing.has(formOf(each)))) {
      const form = formOf(one);
      const own = `${form.split('_')[0]}_${name.replace('-', '_')}`;
      const narrowed = structuredClone(stored[form]) as Json;
      keepCodes(narrowed, codes);
      schemas[own] = narrowed;
      one.schema = { $ref: `#/components/schemas/${own}` };
    }
  }
  for (const { responses: answers } of operationsOf(document)) {
    for (const [status, answer] of Object.entries(answers)) {
      if (
        gone.has(
          String((answer as { $ref?: string }).$ref)
            .split('/')
            .at(-1) ?? '',
        )
      )
        delete answers[status];
    }
  }
}

function keepCodes(schema: unknown, codes: ReadonlySet<unknown>, name = ''): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { enum: values } = schema as { enum?: unknown[] };
  if (name === 'code' && values !== undefined) (schema as Json)['enum'] = values.filter((value) => codes.has(value));
  for (const [inner, value] of Object.entries(schema)) keepCodes(value, codes, inner);
}
