/** Parameters of a `Signature` header (draft-cavage-http-signatures-10, 2.1). */
export interface SentSignature {
  readonly keyId: string;
  readonly algorithm: string;
  /** Names of the covered headers in signing order. */
  readonly covered: readonly string[];
  readonly signature: Buffer;
  /** Seconds since 1970, from later drafts; not covered by the signature. */
  readonly created?: number;
  readonly expires?: number;
}

/** Enough for a signature with a 16,384-bit RSA key and the longest keyId. */
const CHARACTERS_MAX = 8_192;
/** Far above the number of headers in the interface. */
const COVERED_MAX = 64;
const PARAMETER = /\s*([A-Za-z]+)=(?:"([^"]*)"|(\d+))\s*(,|$)/y;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Lower case, separated by one space (decision 26). */
const NAMES = /^[a-z0-9()_-]+( [a-z0-9()_-]+)*$/;

/** Parses a `Signature` header. Returns undefined if it is malformed, too long, or repeats a parameter. */
export function parseSignature(header: string): SentSignature | undefined {
  if (header.length > CHARACTERS_MAX) return undefined;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  for (let isMore = true; isMore; ) {
    const [found, name = '', text, number = '', end] = PARAMETER.exec(header) ?? [];
    if (found === undefined || parameters.has(name)) return undefined;
    parameters.set(name, text ?? number);
    isMore = end === ',';
  }
  const covered = parameters.get('headers') ?? '';
  const [keyId, algorithm, signature] = ['keyId', 'algorithm', 'signature'].map((name) => parameters.get(name));
  if (!keyId || !algorithm || !signature || !BASE64.test(signature) || !NAMES.test(covered)) return undefined;
  const names = covered.split(' ');
  if (names.length > COVERED_MAX || new Set(names).size !== names.length) return undefined;
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64') !== signature) return undefined;
  return { keyId, algorithm, covered: names, signature: bytes, ...timesOf(parameters) };
}

function timesOf(parameters: ReadonlyMap<string, string>): Pick<SentSignature, 'created' | 'expires'> {
  const [created, expires] = ['created', 'expires'].map((name) => parameters.get(name));
  return { ...(created && { created: Number(created) }), ...(expires && { expires: Number(expires) }) };
}
