import { STATUS_CODES } from 'node:http';
import { REFUSALS, type Refusal, type Situation, Xs2aError } from '@xs2a/contracts';
import { CAUSES } from './causes.ts';
import { ERROR_EXAMPLES, type ErrorExample, type ExampleRequest } from './error-examples.ts';
import { REMEDIES } from './remedies.ts';

/** The body of an error as the gateway writes it. */
export type ErrorBody = (error: Xs2aError, code: string) => object;

interface DescribedError {
  readonly situation: string;
  readonly status: number;
  readonly code?: string;
  readonly when: string;
  readonly cause: string;
  readonly remedy: string;
  /** Requests that bring it about, the last one; undefined if one developer alone cannot. */
  readonly requests?: string;
  /** The body that this bank sends; undefined if the answer has none. */
  readonly example?: string;
}

interface ErrorGroup {
  readonly status: number;
  readonly name: string;
  readonly errors: readonly DescribedError[];
}

/** Shown to the PSU's browser only. */
const OF_THE_PORTAL: readonly Situation[] = ['redirectLinkUnknown', 'redirectLinkExpired', 'scaSessionOver'];

/** The error catalogue by HTTP status: every row of REFUSALS that a TPP may get. */
export function describeErrors(errorBody: ErrorBody): ErrorGroup[] {
  const groups = new Map<number, DescribedError[]>();
  for (const situation of Object.keys(REFUSALS) as Situation[]) {
    if (OF_THE_PORTAL.includes(situation)) continue;
    const { status, code, text }: Refusal = REFUSALS[situation];
    const example = ERROR_EXAMPLES[situation];
    const described = {
      situation,
      status,
      when: text,
      cause: CAUSES[situation],
      remedy: REMEDIES[situation],
      ...(example !== undefined && { requests: requestsOf(example) }),
      ...(code !== undefined && {
        code,
        example: JSON.stringify(errorBody(errorOf(situation, example), code), null, 2),
      }),
    };
    groups.set(status, [...(groups.get(status) ?? []), described]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([status, errors]) => ({ status, name: STATUS_CODES[status] ?? '', errors }));
}

/** The error as the example brings it about. */
export function errorOf(situation: Situation, { path, text, others }: Partial<ErrorExample> = {}): Xs2aError {
  return new Xs2aError(situation, {
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
    ...(others !== undefined && { others }),
  });
}

function requestsOf({ after = [], ...last }: ErrorExample): string {
  return [...after, last].map(written).join('\n\n');
}

/** A request as HTTP has it. */
function written({ ask, headers = {}, body }: ExampleRequest): string {
  const isJson = body !== undefined && headers['Content-Type'] === undefined;
  const sent = {
    'X-Request-ID': '(a new UUID)',
    ...(isJson && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const lines = [ask, ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`)];
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [...lines, ...(body === undefined ? [] : ['', text])].join('\n');
}
