import { STATUS_CODES } from 'node:http';
import { REFUSALS, type Refusal, type Situation, Xs2aError } from '@xs2a/contracts';
import { withoutSandbox } from './bank/bank-examples.ts';
import { CAUSES } from './causes.ts';
import { ERROR_EXAMPLES } from './error-examples.ts';
import type { ErrorExample, ExampleRequest } from './example-requests.ts';
import { REMEDIES } from './remedies.ts';
import { ANSWERS_WITHOUT_EXAMPLE, WITHOUT_EXAMPLE } from './without-example.ts';

/** Creates the body of an error as the gateway does. */
export type ErrorBody = (error: Xs2aError, code: string) => object;

interface DescribedError {
  readonly situation: string;
  readonly status: number;
  readonly code?: string;
  readonly when: string;
  readonly cause: string;
  readonly remedy: string;
  /** Example requests; the last one causes the error. */
  readonly requests?: string;
  /** Cause of an error case that no request of a single developer can trigger, and why not. */
  readonly withoutRequest?: string;
  /** Body sent by this bank; undefined if the answer has none. */
  readonly example?: string;
}

/** Errors of one HTTP status, grouped by code; an answer has one code. */
interface ErrorGroup {
  readonly status: number;
  readonly name: string;
  readonly errors: readonly DescribedError[];
  readonly codes: readonly { readonly id: string; readonly code: string; readonly errors: readonly DescribedError[] }[];
}

const WITHOUT_BODY = 'no body';

const SANDBOX_TPP = 'X-Sandbox-TPP';
/** Shown to the PSU's browser only. */
const OF_THE_PORTAL: readonly Situation[] = ['redirectLinkUnknown', 'redirectLinkExpired', 'scaSessionOver'];
const EXAMPLES: Readonly<Partial<Record<Situation, ErrorExample>>> = ERROR_EXAMPLES;
const REASONS: Readonly<Partial<Record<Situation, string>>> = WITHOUT_EXAMPLE;

/** Returns the error catalogue by HTTP status: every row of REFUSALS for TPPs. */
export function describeErrors(errorBody: ErrorBody, isSandbox = true): ErrorGroup[] {
  const said = (text: string): string => (isSandbox ? text : withoutSandbox(text));
  const groups = new Map<number, DescribedError[]>();
  for (const situation of Object.keys(REFUSALS) as Situation[]) {
    if (OF_THE_PORTAL.includes(situation)) continue;
    const { status, code, text }: Refusal = REFUSALS[situation];
    const example = EXAMPLES[situation];
    const withoutRequest = REASONS[situation];
    const described = {
      situation,
      status,
      when: text,
      cause: said(CAUSES[situation]),
      remedy: said(REMEDIES[situation]),
      ...(example !== undefined && { requests: requestsOf(example, isSandbox) }),
      ...(withoutRequest !== undefined && { withoutRequest: said(withoutRequest) }),
      ...(code !== undefined && {
        code,
        example: JSON.stringify(errorBody(errorOf(situation, answerOf(situation, isSandbox)), code), null, 2),
      }),
    };
    groups.set(status, [...(groups.get(status) ?? []), described]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([status, errors]) => ({ status, name: STATUS_CODES[status] ?? '', errors, codes: byCode(status, errors) }));
}

function byCode(status: number, errors: readonly DescribedError[]): ErrorGroup['codes'] {
  return [...Map.groupBy(errors, ({ code = WITHOUT_BODY }) => code)].map(([code, own]) => ({
    id: `${status}-${code.replaceAll(' ', '-')}`,
    code,
    errors: own,
  }));
}

/** Differences of the example answer from the general case. */
function answerOf(situation: Situation, isSandbox: boolean): Partial<ErrorExample> {
  const shown = EXAMPLES[situation] ?? ANSWERS_WITHOUT_EXAMPLE[situation] ?? {};
  return isSandbox || shown.path !== SANDBOX_TPP ? shown : {};
}

/** The error as the example causes it. */
export function errorOf(situation: Situation, { path, text, others }: Partial<ErrorExample> = {}): Xs2aError {
  return new Xs2aError(situation, {
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
    ...(others !== undefined && { others }),
  });
}

function requestsOf({ after = [], ...last }: ErrorExample, isSandbox: boolean): string {
  return [...after, last].map((request) => written(request, isSandbox)).join('\n\n');
}

/** Formats a request as HTTP. */
function written({ ask, headers: all = {}, body, until }: ExampleRequest, isSandbox: boolean): string {
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => isSandbox || name !== SANDBOX_TPP));
  const isJson = body !== undefined && headers['Content-Type'] === undefined;
  const sent = {
    'X-Request-ID': '(a new UUID)',
    ...(isJson && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const lines = [ask, ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`)];
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  const repeated = until === undefined ? [] : [`(repeat until the status is ${until.join(' or ')})`];
  return [...lines, ...repeated, ...(body === undefined ? [] : ['', text])].join('\n');
}

/** Cause of an error case, and remedy for the TPP. */
export function explain(situation: Situation): { cause: string; remedy: string } {
  return { cause: CAUSES[situation], remedy: REMEDIES[situation] };
}
