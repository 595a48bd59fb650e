import { STATUS_CODES } from 'node:http';
import { ENDPOINTS, type Endpoint, type EndpointKey, type PaymentService } from '@xs2a/contracts';
import { ANSWERS, resourceAnswers } from '@xs2a/gateway/interface';
import type { z } from 'zod';
import { type HeaderName, headers, QUOTA } from './answer-headers.ts';
import { answerExamples } from './examples.ts';
import { followLinks } from './follow-links.ts';
import { xmlFormsOf } from './payment-forms.ts';
import type { RefusalResponses } from './refusal-responses.ts';

const XML = { 'application/xml': { schema: { type: 'string' as const } } };
const CAMT = Object.fromEntries(
  ['application/xml', 'application/vnd.BerlinGroup.camt.053+xml', 'application/vnd.BerlinGroup.camt.052+xml'].map(
    (type) => [type, { schema: { type: 'string' as const } }],
  ),
);

function headersOfSuccess({ family, creates, authorises, readsAccounts, answersIn }: Endpoint): HeaderName[] {
  return [
    ...(creates || authorises === 'start' ? (['Location'] as const) : []),
    ...(creates || authorises ? (['ASPSP-SCA-Approach'] as const) : []),
    ...(creates || authorises === 'start'
      ? (['ASPSP-Notification-Support', 'ASPSP-Notification-Content'] as const)
      : []),
    ...(creates && family === 'PIS' ? (['ASPSP-VOP-Supported'] as const) : []),
    ...(readsAccounts && answersIn !== 'xml' ? QUOTA : []),
    ...(answersIn === 'xml' ? (['Content-Disposition'] as const) : []),
  ];
}

const PAYMENTS: Readonly<Record<PaymentService, z.ZodType>> = {
  payments: resourceAnswers.Payment,
  'periodic-payments': resourceAnswers.StandingOrderPayment,
  'bulk-payments': resourceAnswers.BulkOrderPayment,
};

function schemaOf(key: EndpointKey, service: PaymentService | undefined): z.ZodType | undefined {
  if (key !== 'getPaymentInformation') return ANSWERS[key];
  return service === undefined ? undefined : PAYMENTS[service];
}

/** Returns the content of a successful answer, by media type. */
function contentOf(key: EndpointKey, service: PaymentService | undefined) {
  const { answersIn }: Endpoint = ENDPOINTS[key];
  if (answersIn === 'xml') return CAMT;
  const schema = schemaOf(key, service);
  const examples = answerExamples(key, service);
  const json = schema && { 'application/json': { schema, ...(examples && { examples }) } };
  const isReport = key === 'getPaymentInitiationStatus' && Object.keys(xmlFormsOf(service)).length > 0;
  const xml = isReport ? XML : answersIn === 'jsonOrXml' ? CAMT : undefined;
  const posted = key === 'getPaymentInformation' ? xmlFormsOf(service) : undefined;
  return json || xml ? { ...json, ...xml, ...posted } : undefined;
}

/** Returns every answer of an endpoint: its success, and each error status. */
export function responsesOf(key: EndpointKey, service: PaymentService | undefined, refusals: RefusalResponses) {
  const row: Endpoint = ENDPOINTS[key];
  const content = contentOf(key, service);
  const links = followLinks(key, service);
  const success = {
    description: STATUS_CODES[row.status] ?? 'Success',
    headers: headers(...headersOfSuccess(row)),
    ...(content && { content }),
    ...(links && { links }),
  };
  const noContent = { description: 'Cancelled at once, where the bank answers so', headers: headers() };
  return {
    [row.status]: success,
    ...(key === 'cancelPayment' && { 204: noContent }),
    ...refusals.of(key),
  };
}
