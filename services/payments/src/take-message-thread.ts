import { type InitiationLimits, readInitiation, serveThread } from '@xs2a/iso20022';
import { refuseForeignCharacters } from './character-sets.ts';
import { type InitiationRules, judgeInitiation } from './judge-initiation.ts';
import { summariseInitiation } from './summarise-initiation.ts';

export interface TakeMessageWork {
  readonly bytes: Uint8Array;
  readonly limits: InitiationLimits;
  readonly rules: InitiationRules;
}

/** Reads and judges one message. What it holds stays in this thread; what it amounts to goes back. */
serveThread(async ({ bytes, limits, rules }: TakeMessageWork) => {
  const initiation = await readInitiation(bytes, limits, refuseForeignCharacters);
  judgeInitiation(initiation, rules);
  return summariseInitiation(initiation);
});
