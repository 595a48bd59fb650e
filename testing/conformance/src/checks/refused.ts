import { REFUSALS, type Refusal, type Situation } from '@xs2a/contracts';
import { refusalIn, type Seen } from '../black-box.ts';
import { expectSame } from '../check.ts';
import { situationByProfile } from '../situation-by-profile.ts';
import type { Sent, TestContext } from '../test-context.ts';
import type { Missing } from './offered-features.ts';

/** One cause of an error case. */
export interface Refused {
  readonly situation: Situation;
  readonly ask: string;
  readonly sent?: (context: TestContext) => Sent | Promise<Sent>;
  /** Path of the element in the answer. */
  readonly path?: string;
  readonly missing?: Missing;
  /** Preparation. */
  readonly first?: (context: TestContext) => Promise<void>;
}

export const refused = (situation: Situation, ask: string, more: Omit<Refused, 'situation' | 'ask'> = {}): Refused => ({
  situation,
  ask,
  ...more,
});

/** Compares an answer with an error case: status, code, path if one is given, and what no answer may tell. */
export function expectRefused(
  { profile, facts }: TestContext,
  seen: Seen,
  situation: Situation,
  path: string | undefined,
): void {
  const { status, code }: Refusal = REFUSALS[situationByProfile(situation, profile)];
  const expected = { status, ...(code !== undefined && { code }), ...(path !== undefined && { path }) };
  const { path: found, ...answered } = refusalIn(seen);
  expectSame('the answer', { ...answered, ...(path !== undefined && { path: found }) }, expected);
  // A body only if the error case has a message code (decision 11).
  expectSame('whether there is a body', seen.text !== '', code !== undefined);
  const leaked = Object.values(facts.accounts).find(
    (account) => typeof account === 'string' && seen.text.includes(account),
  );
  expectSame('an account number in the text', leaked, undefined);
  if (situation !== 'requestIdInvalid') expectSame('X-Request-ID', seen.headers.get('x-request-id'), seen.requestId);
}
