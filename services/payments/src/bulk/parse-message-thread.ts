import {
  type Initiation,
  type InitiationLimits,
  readInitiation,
  replaceTexts,
  serveThread,
  XML_FAULTS_MAX,
  XmlRefusal,
  xmlFaultsOf,
} from '@xs2a/iso20022';
import {
  foreignFault,
  foreignTextsOf,
  lettersOf,
  NOT_TEXT,
  refuseForeignCharacters,
} from '../products/character-sets.ts';
import { transliterate } from '../products/transliterate.ts';
import { checkMessage, type MessageRules } from './check-message.ts';
import { firstTransfer, type ParsedMessage, summariseMessage, type UnfitMessage } from './summarise-message.ts';

/** So many transliterated texts of a message are named to the TPP. */
const NAMED_MAX = 20;

export interface ParseMessageWork {
  readonly bytes: Uint8Array;
  readonly limits: InitiationLimits;
  readonly rules: MessageRules;
  /** Whether texts with other characters are transliterated; otherwise the message is refused. */
  readonly transliterates: boolean;
  /** What is wrong is returned with the first transfer, so that the rest of it is judged too. */
  readonly returnsFaults: boolean;
}

/** Reads and checks one message. Its content stays in this thread, unless texts were changed; else only the summary is returned. */
serveThread(async (work: ParseMessageWork): Promise<ParsedMessage | UnfitMessage> => {
  const { bytes, limits, transliterates } = work;
  const foreign: string[] = [];
  const message = await readInitiation(bytes, limits, (...part) => void foreign.push(...foreignTextsOf(...part)));
  if (foreign.length === 0 || !transliterates) return summarised(message, work, foreign);
  const letters = lettersOf(message.namespace);
  const xml = replaceTexts(new TextDecoder().decode(bytes), (text) => transliterate(text, letters) ?? text, NOT_TEXT);
  const rewritten = await readInitiation(new TextEncoder().encode(xml), limits, refuseForeignCharacters);
  const paths = foreign.slice(0, NAMED_MAX).map((path) => path.replace(/^\/Document\//, ''));
  return { ...summarised(rewritten, work), transliterated: { xml, paths } };
});

function summarised(
  message: Initiation,
  { rules, returnsFaults }: ParseMessageWork,
  foreign: readonly string[] = [],
): ParsedMessage | UnfitMessage {
  const found = foreign.slice(0, XML_FAULTS_MAX).map((path) => foreignFault(path, message.namespace));
  try {
    checkMessage(message, rules, found);
  } catch (error) {
    if (!returnsFaults || !(error instanceof XmlRefusal)) throw error;
    return { faults: xmlFaultsOf(error), first: firstTransfer(message.blocks) };
  }
  return summariseMessage(message);
}
