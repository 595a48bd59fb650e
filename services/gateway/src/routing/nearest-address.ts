import { lettersBetween } from '@xs2a/contracts';

/** A longer address is not compared. */
const CHARACTERS_MAX = 200;
const SEGMENTS_MAX = 10;
const SEGMENT_CHARACTERS_MAX = 40;
/** Cost of a superfluous or missing segment, in letters. */
const MISSING_SEGMENT = 3;
/** Cost of an empty parameter, in letters. */
const EMPTY_PARAMETER = 3;
/** Maximum number of wrong letters in a misspelt address. */
const NEAR_MAX = 4;

/** Returns the route that a misspelt address probably means, or undefined if none is near. */
export function nearestRoute(path: string, routes: readonly string[]): string | undefined {
  const sent = withVersion(path.split('/').slice(1));
  if (path.length > CHARACTERS_MAX || sent.length > SEGMENTS_MAX) return undefined;
  const compare = segmentComparison();
  const scored = routes.map((route) => ({ route, letters: lettersOff(sent, route.split('/').slice(1), compare) }));
  const [nearest] = scored.toSorted((one, other) => one.letters - other.letters);
  return nearest !== undefined && nearest.letters <= NEAR_MAX ? nearest.route : undefined;
}

/** Adds the version, which is most often left out. */
function withVersion(segments: readonly string[]): readonly string[] {
  const [first = ''] = segments;
  return first === '' || /^v\d/i.test(first) ? segments : ['v1', ...segments];
}

type Comparison = (sent: string, known: string) => number;

function lettersOff(sent: readonly string[], known: readonly string[], compare: Comparison): number {
  const common = Math.min(sent.length, known.length);
  let letters = MISSING_SEGMENT * (Math.max(sent.length, known.length) - common);
  for (let index = 0; index < common; index++) letters += compare(sent[index] ?? '', known[index] ?? '');
  return letters;
}

/** Compares equal segments once, however many routes have them. */
function segmentComparison(): Comparison {
  const known = new Map<string, number>();
  return (sent, route) => {
    if (route.startsWith('{')) return sent === '' ? EMPTY_PARAMETER : 0;
    const key = `${sent}/${route}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const letters =
      sent.length > SEGMENT_CHARACTERS_MAX ? SEGMENT_CHARACTERS_MAX : lettersBetween(sent.toLowerCase(), route);
    known.set(key, letters);
    return letters;
  };
}
