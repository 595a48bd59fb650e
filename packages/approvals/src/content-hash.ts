import { createHash } from 'node:crypto';

/**
 * Hash of what a PSU is shown and approves (dynamic linking, RTS 2018/389, Art. 5). The order of fields does not
 * matter: every service that holds the same content gets the same hash, in base64url.
 */
export function contentHashOf(content: object): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)]));
}
