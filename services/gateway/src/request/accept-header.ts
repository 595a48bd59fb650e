interface Preference {
  readonly type: string;
  readonly q: number;
}

function preferences(accept: string): Preference[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const q = weight === undefined ? 1 : Number(weight.slice(2));
    return { type, q: Number.isFinite(q) ? q : 0 };
  });
}

/** Returns the most specific range of `Accept` for a type, which decides (RFC 9110 12.5.1). */
function rangeFor(type: string, wanted: readonly Preference[]): { q: number; position: number } {
  const known = type.toLowerCase();
  for (const range of [known, `${known.slice(0, known.indexOf('/'))}/*`, '*/*']) {
    const position = wanted.findIndex((preference) => preference.type === range);
    if (position !== -1) return { q: wanted[position]?.q ?? 0, position };
  }
  return { q: 0, position: wanted.length };
}

/**
 * Returns the offered type that the TPP prefers, or undefined if it accepts none. With equal weights the type that it names first
 * wins; within one range the type that is offered first.
 */
export function chooseType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept === '*/*' || accept === offered[0]) return offered[0];
  const wanted = preferences(accept);
  return offered
    .map((type) => ({ type, ...rangeFor(type, wanted) }))
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q || a.position - b.position)[0]?.type;
}

/** Whether the TPP prefers errors as problem details (RFC 7807) to plain JSON: by weight, then by order. */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('application/problem+json')) return false;
  const wanted = preferences(accept);
  const problem = wanted.findIndex(({ type }) => type === 'application/problem+json');
  const json = wanted.findIndex(({ type }) => type === 'application/json');
  const problemWeight = wanted[problem]?.q ?? 0;
  const jsonWeight = json === -1 ? 0 : (wanted[json]?.q ?? 0);
  return problemWeight > jsonWeight || (problemWeight === jsonWeight && problemWeight > 0 && problem < json);
}
