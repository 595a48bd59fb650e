import { type Initiation, type InitiationLimits, readInitiation, serveThread } from '@xs2a/iso20022';
import { refuseForeignCharacters } from '../products/character-sets.ts';
import { checkMessage, type MessageRules } from './check-message.ts';
import { summariseMessage } from './summarise-message.ts';

export interface ParseMessageWork {
  readonly bytes: Uint8Array;
  readonly limits: InitiationLimits;
  readonly rules: MessageRules;
}

/** Reads and checks one message. Its content stays in this thread; only the summary is returned. */
serveThread(async ({ bytes, limits, rules }: ParseMessageWork) => {
  const message: Initiation = await readInitiation(bytes, limits, refuseForeignCharacters);
  checkMessage(message, rules);
  return summariseMessage(message);
});
