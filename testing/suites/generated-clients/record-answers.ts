import type { AspspProfile } from '@xs2a/contracts';
import { runAgainst } from '../conformance/run-against.ts';
import type { RecordedAnswer } from './answers-in-document.ts';

/** Bulks for today are executed even on days without banking. */
const executionTimes = { 'pain.001-credit-transfers': { bankingDays: 'every', bookedAtOnce: true } };

/** Returns every answer of a system with this preset and settings to the conformance suite. */
export async function recordAnswers(preset: string, settings: Partial<AspspProfile>): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  await runAgainst(
    preset,
    JSON.stringify({ preset, executionTimes, ...settings }),
    false,
    ({ method, path, status, headers, text }) => {
      answers.push({ method, path, status, type: headers.get('content-type') ?? '', text });
    },
  );
  return answers;
}
