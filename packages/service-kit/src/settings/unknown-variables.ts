import { COMMAND_VARIABLES, SERVICE_VARIABLES } from './known-variables.ts';
import type { SettingFault } from './settings-refusal.ts';

/** First words that no other program uses, unlike REQUESTS_CA_BUNDLE of Python or LOG_FORMAT of many. */
const OWN_WORDS = new Set([
  'FACTOR',
  'GATEWAY',
  'MONGO',
  'NATS',
  'NOTIFICATION',
  'NOTIFIER',
  'PORTAL',
  'SANDBOX',
  'STATISTICS',
  'TPP',
]);
const KNOWN: ReadonlySet<string> = new Set([...SERVICE_VARIABLES, ...COMMAND_VARIABLES]);
const WORDS = new Set(SERVICE_VARIABLES.map(firstWordOf));
/** Variables that Kubernetes adds for each Service of the namespace, or Docker for each link: GATEWAY_PORT_8080_TCP_ADDR. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)(_|$)/;
/** Maximum edit distance of a typing error; smaller if other programs use the first word, too. */
const DISTANCE_MAX = 3;
const DISTANCE_MAX_COMMON = 2;

/** Finds unknown variables that resemble ours: most likely typing errors, without effect. */
export function unknownVariables(env: NodeJS.ProcessEnv): SettingFault[] {
  return Object.keys(env)
    .filter((name) => WORDS.has(firstWordOf(name)) && !KNOWN.has(name))
    .toSorted((one, other) => one.localeCompare(other))
    .flatMap((variable) => {
      if (OWN_WORDS.has(firstWordOf(variable)) && SERVICE_LINK.test(variable))
        return [{ variable, text: OF_KUBERNETES }];
      const meant = nearestTo(variable);
      // A single word such as `PORTAL` is a shell variable, not a typing error, unless it is close to one of ours.
      const begins = variable.includes('_') && OWN_WORDS.has(firstWordOf(variable));
      const isOurs = begins || meant.distance <= DISTANCE_MAX_COMMON;
      const hint = meant.distance <= DISTANCE_MAX ? `; is ${meant.known} meant?` : '';
      return isOurs ? [{ variable, text: `there is no such variable${hint}` }] : [];
    });
}

const OF_KUBERNETES = 'is of Kubernetes or Docker; turn service links off (enableServiceLinks: false)';

function nearestTo(name: string): { known: string; distance: number } {
  const distances = SERVICE_VARIABLES.map((known) => ({ known, distance: distanceOf(name, known) }));
  return distances.reduce((one, other) => (other.distance < one.distance ? other : one));
}

function firstWordOf(name: string): string {
  return name.split('_', 1)[0] ?? '';
}

/** Levenshtein distance: characters to insert, delete or replace. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
