import { STATUS_CODES } from 'node:http';
import { REFUSALS, type Refusal, type Situation, Xs2aError } from '@xs2a/contracts';
import { REMEDIES } from './remedies.ts';

/** The body of an error as the gateway writes it. */
export type ErrorBody = (error: Xs2aError, code: string) => object;

interface DescribedError {
  readonly situation: string;
  readonly status: number;
  readonly code?: string;
  readonly when: string;
  readonly remedy: string;
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
    const described = {
      situation,
      status,
      when: text,
      remedy: REMEDIES[situation],
      ...(code !== undefined && { code, example: JSON.stringify(errorBody(new Xs2aError(situation), code), null, 2) }),
    };
    groups.set(status, [...(groups.get(status) ?? []), described]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([status, errors]) => ({ status, name: STATUS_CODES[status] ?? '', errors }));
}
