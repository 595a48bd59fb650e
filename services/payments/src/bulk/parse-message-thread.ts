import {
  type Initiation,
  type InitiationLimits,
  readInitiation,
  serveThread,
  XML_FAULTS_MAX,
  XML_LIMITS,
  type XmlFault,
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
import { checkMessage, type MessageRules } from './check-message.ts';
import { firstTransfer, type ParsedMessage, summariseMessage, type UnfitMessage } from './summarise-message.ts';

/** Maximum number of transliterated texts of a message named to the TPP. */
const NAMED_MAX = 20;

export interface ParseMessageWork {
  readonly bytes: Uint8Array;
  readonly limits: InitiationLimits;
  readonly rules: MessageRules;
  /** Whether texts with other characters are transliterated; otherwise the message is refused. */
  readonly transliterates: boolean;
  /** Faults are returned with the first transfer, so that the rest of it is checked too. */
  readonly returnsFaults: boolean;
}

/** Reads and checks one message. Its content stays in this thread, unless texts were changed; otherwise only the summary is returned. */
serveThread(async (work: ParseMessageWork): Promise<ParsedMessage | UnfitMessage> => {
  const { bytes, limits, transliterates } = work;
  const foreign: string[] = [];
  const sent = await read(bytes, limits, (...part) => void foreign.push(...foreignTextsOf(...part)));
  if (foreign.length === 0 || !transliterates) return summarised(sent, work, foreign);
  const { transliterate } = await import('../products/transliterate.ts');
  const { replaceTexts } = await import('@xs2a/iso20022/with-libxml2');
  const letters = lettersOf(sent.message.namespace);
  const xml = replaceTexts(bytes, (text) => transliterate(text, letters) ?? text, {
    except: NOT_TEXT,
    limits: { ...XML_LIMITS, bytesMax: limits.bytesMax },
  });
  const rewritten = await read(new TextEncoder().encode(xml), limits, refuseForeignCharacters);
  const paths = foreign.slice(0, NAMED_MAX).map((path) => path.replace(/^\/Document\//, ''));
  return { ...summarised(rewritten, work), transliterated: { xml, paths } };
});

/** A message with a valid structure, and its invalid values. */
interface Read {
  readonly message: Initiation;
  readonly wrong: readonly XmlFault[];
}

type Inspect = typeof refuseForeignCharacters;

async function read(bytes: Uint8Array, limits: InitiationLimits, inspect: Inspect): Promise<Read> {
  const wrong: XmlFault[] = [];
  const message = await readInitiation(bytes, limits, { inspect, onWrongValues: (found) => void wrong.push(...found) });
  return { message, wrong };
}

function summarised(
  { message, wrong }: Read,
  { rules, returnsFaults }: ParseMessageWork,
  foreign: readonly string[] = [],
): ParsedMessage | UnfitMessage {
  const found = [...wrong, ...foreign.map((path) => foreignFault(path, message.namespace))].slice(0, XML_FAULTS_MAX);
  try {
    checkMessage(message, rules, found);
  } catch (error) {
    if (!returnsFaults || !(error instanceof XmlRefusal)) throw error;
    return { faults: xmlFaultsOf(error), first: firstTransfer(message.blocks) };
  }
  return summariseMessage(message);
}
