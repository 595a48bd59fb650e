// Validates every answer of the gateway that any test gets by `fetch` against the published document: its fields, its status and
// message code (services/gateway/published/openapi.json). Nothing is altered; a test that gets an invalid answer fails.
import { ENDPOINTS, type EndpointKey, refusalsByStatus, routesOf } from '@xs2a/contracts';
import { ANSWERS, refusalAnswers } from '@xs2a/gateway/interface';
import type { z } from 'zod';

const ROUTES = (Object.keys(ENDPOINTS) as EndpointKey[]).flatMap((key) =>
  routesOf(key).map((route) => ({
    key,
    method: ENDPOINTS[key].method,
    pattern: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`),
  })),
);
const plain = globalThis.fetch;

const checkedFetch: typeof fetch = async (input, init) => {
  const response = await plain(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const method = init?.method ?? 'GET';
  const key = ROUTES.find((route) => route.method === method && route.pattern.test(pathname))?.key;
  if (key !== undefined) {
    const problems = await judgeAnswer(key, response.clone());
    if (problems.length > 0) throw new Error(`${key} ${response.status} is not as published: ${problems.join('; ')}`);
  }
  return response;
};
// This file runs once for each test file, in processes that run several of them.
if (plain.name !== checkedFetch.name) globalThis.fetch = checkedFetch;

/** Returns the differences between an answer and the published document. */
async function judgeAnswer(key: EndpointKey, answer: Response): Promise<string[]> {
  if (answer.status === 501) return [];
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.headers.has('x-request-id')) return ['no X-Request-ID'];
  if (answer.ok) return /\bxml\b|^multipart\//.test(type) ? [] : faultsOf(ANSWERS[key], await readJson(answer));
  const refusals = refusalsByStatus(key).get(answer.status);
  if (refusals === undefined) return [`status, with ${await answer.text()}`];
  const body = await readJson(answer);
  const codes = refusals.map(({ refusal }) => refusal.code);
  if (body === undefined) return codes.includes(undefined) ? [] : ['no body'];
  const isProblem = type.startsWith('application/problem+json');
  const faults = faultsOf(isProblem ? refusalAnswers.Problem : refusalAnswers.TppMessages, body);
  if (faults.length > 0) return faults;
  const code = isProblem
    ? refusalAnswers.Problem.parse(body).code
    : refusalAnswers.TppMessages.parse(body).tppMessages[0]?.code;
  return codes.includes(code) ? [] : [`code ${code}`];
}

async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

function faultsOf(schema: z.ZodType | undefined, body: unknown): string[] {
  if (schema === undefined) return body === undefined ? [] : ['a body'];
  // The answer to an immediate cancellation may have no body (profile, deletedPaymentAnswer).
  if (body === undefined) return schema === ANSWERS.cancelPayment ? [] : ['no body'];
  const { error } = schema.safeParse(body);
  return (error?.issues ?? [])
    .filter((issue) => !isText(issue, body))
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** A bank may write booleans and numbers as text (decision 14). Of several alternatives one must be otherwise valid. */
function isText(issue: z.core.$ZodIssue, body: unknown): boolean {
  const value = issue.path.reduce<unknown>(
    (at, name) => (at as Record<PropertyKey, unknown> | undefined)?.[name],
    body,
  );
  if (issue.code === 'invalid_union')
    return issue.errors.some((form) => form.length > 0 && form.every((inner) => isText(inner, value)));
  if (issue.code !== 'invalid_type') return false;
  if (issue.expected === 'boolean') return value === 'true' || value === 'false';
  return ['number', 'int'].includes(String(issue.expected)) && typeof value === 'string' && /^-?\d+$/.test(value);
}
