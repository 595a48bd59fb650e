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

/** The weight that `Accept` gives to a type: the most specific range counts (RFC 9110 12.5.1). */
function weightOf(type: string, wanted: readonly Preference[]): number {
  const ranges = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  for (const range of ranges) {
    const named = wanted.find((preference) => preference.type === range);
    if (named !== undefined) return named.q;
  }
  return 0;
}

/** Whether a JSON answer may be sent. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  return weightOf('application/json', preferences(accept)) > 0;
}

/** Whether the TPP asks for refusals as problem details (RFC 7807): named, and before or above plain JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('application/problem+json')) return false;
  const wanted = preferences(accept);
  const problem = wanted.findIndex(({ type }) => type === 'application/problem+json');
  const json = wanted.findIndex(({ type }) => type === 'application/json');
  const problemWeight = wanted[problem]?.q ?? 0;
  const jsonWeight = json === -1 ? 0 : (wanted[json]?.q ?? 0);
  return problemWeight > jsonWeight || (problemWeight === jsonWeight && problemWeight > 0 && problem < json);
}
