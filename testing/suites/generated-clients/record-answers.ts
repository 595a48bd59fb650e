import { runAgainst } from '../conformance/run-against.ts';
import type { RecordedAnswer } from './answers-in-document.ts';

/** So that a bulk of today is executed on whatever day it is. */
const profileOf = (preset: string): string => `
preset: ${preset}
executionTimes: { pain.001-credit-transfers: { bankingDays: every, bookedAtOnce: true } }
`;

/** Every answer of a system with this preset to the conformance suite. */
export async function recordAnswers(preset: string): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  await runAgainst(preset, profileOf(preset), false, ({ method, path, status, headers, text }) => {
    answers.push({ method, path, status, type: headers.get('content-type') ?? '', text });
  });
  return answers;
}
