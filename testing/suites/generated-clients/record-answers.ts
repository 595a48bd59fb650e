import { runAgainst } from '../conformance/run-against.ts';
import type { RecordedAnswer } from './answers-in-document.ts';

/** Bulks for today are executed even on days without banking. */
const profileOf = (preset: string): string => `
preset: ${preset}
executionTimes: { pain.001-credit-transfers: { bankingDays: every, bookedAtOnce: true } }
`;

/** Returns every answer of a system with this preset to the conformance suite. */
export async function recordAnswers(preset: string): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  await runAgainst(preset, profileOf(preset), false, ({ method, path, status, headers, text }) => {
    answers.push({ method, path, status, type: headers.get('content-type') ?? '', text });
  });
  return answers;
}
