/** Fields whose value nobody may read again: passwords, codes (in pictures too), keys and tokens. */
const SECRET = /password|passcode|pin$|scaAuthenticationData|confirmationCode|secret|private.?key|token|^image$/i;
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);
const SECRET_PARAMETER = /([?&](?:code|state|token|access_token)=)[^&\s"]+/gi;
/** The random part of an `scaRedirect` link opens the authorisation. */
const LINK_SECRET = /(\/sca\/)[A-Za-z0-9._~-]{16,}/g;
const MASK = '***';

/** A body as text; what is no JSON has no secret of this interface but addresses. */
export function maskBody(text: string): string {
  if (text === '') return '';
  try {
    return JSON.stringify(masked(JSON.parse(text)), null, 2).replaceAll(LINK_SECRET, `$1${MASK}`);
  } catch {
    // Not JSON, or cut off: a field cannot be told from another.
    if (/password|scaAuthenticationData/i.test(text)) return '(not kept: it is no JSON, and may have secrets)';
    return text.replaceAll(LINK_SECRET, `$1${MASK}`);
  }
}

export function maskAddress(address: string): string {
  return address.replaceAll(SECRET_PARAMETER, `$1${MASK}`);
}

export function maskHeader(name: string, value: string): string {
  if (SECRET_HEADERS.has(name.toLowerCase())) return MASK;
  return maskAddress(value).replaceAll(LINK_SECRET, `$1${MASK}`);
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && (typeof inner === 'string' || typeof inner === 'number') ? MASK : masked(inner),
    ]),
  );
}
