import { STATUS_CODES } from 'node:http';
import { type AspspProfile, REFUSALS, type Refusal, type Situation, Xs2aError } from '@xs2a/contracts';
import { problemBody, tppMessagesBody } from '../refusal-body.ts';
import { REMEDIES } from './remedies.ts';

interface DescribedRefusal {
  readonly situation: string;
  readonly status: number;
  readonly code?: string;
  readonly when: string;
  readonly remedy: string;
  /** As this bank writes it; none where the answer has no body. */
  readonly example?: string;
}

export interface RefusalGroup {
  readonly status: number;
  readonly name: string;
  readonly refusals: readonly DescribedRefusal[];
}

/** Said to browsers of PSUs alone. */
const OF_THE_PORTAL: readonly Situation[] = ['redirectLinkUnknown', 'redirectLinkExpired', 'scaSessionOver'];

/** The error catalogue, by HTTP status: every row of REFUSALS that a TPP may get. */
export function describeRefusals({ errorForm }: Pick<AspspProfile, 'errorForm'>): RefusalGroup[] {
  const bodyOf = errorForm === 'problem' ? problemBody : tppMessagesBody;
  const groups = new Map<number, DescribedRefusal[]>();
  for (const situation of Object.keys(REFUSALS) as Situation[]) {
    if (OF_THE_PORTAL.includes(situation)) continue;
    const { status, code, text }: Refusal = REFUSALS[situation];
    const example = code === undefined ? undefined : bodyOf(new Xs2aError(situation), code);
    groups.set(status, [
      ...(groups.get(status) ?? []),
      {
        situation,
        status,
        when: text,
        remedy: REMEDIES[situation],
        ...(code !== undefined && { code }),
        ...(example !== undefined && { example: JSON.stringify(example, null, 2) }),
      },
    ]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([status, refusals]) => ({ status, name: STATUS_CODES[status] ?? '', refusals }));
}
