import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { type listTransactions, type Pages, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { AccountsContext } from '../context.ts';
import { Cursor, type Page, Position, positionOf, Range } from './transaction-page.ts';

const CIPHER = 'aes-256-gcm';
/** Sizes for which AES-GCM is designed (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MS_PER_MINUTE = 60_000;
/**
 * Longer tokens are compressed: those of delta lists of many sub-accounts, which contain the progress of each. Earlier versions
 * cannot read compressed tokens, but did not accept longer addresses either.
 */
const PLAIN_BYTES_MAX = 1_400;
/** First byte of uncompressed tokens, which are JSON. */
const BRACE = 0x7b;

/**
 * Content of a page token. All tokens of a list expire at the same moment, so that an access cannot be prolonged. The range is
 * named `stretch` in tokens already issued to TPPs.
 */
const PageToken = z.object({ until: z.number(), stretch: Range, first: Position, cursor: Cursor });
export type PageToken = z.infer<typeof PageToken>;

/** A request that may carry a page token. */
type PagedRequest = Omit<RequestOf<typeof listTransactions>, 'psuPresent'>;

/** Returns the binding of a token: it is valid only for the same TPP, consent, account and query (decision 19). */
function bindingOf({
  tpp,
  consentId,
  accountId,
  bookingStatus,
  dateFrom,
  dateTo,
  withBalance,
  ...delta
}: PagedRequest): Buffer {
  const { entryReferenceFrom, deltaList = false } = delta;
  const query = [bookingStatus, dateFrom, dateTo, withBalance, entryReferenceFrom, deltaList];
  return Buffer.from(JSON.stringify([tpp.id, consentId, accountId, ...query]));
}

/** Opens the token of a request; undefined for a request without one, which asks for the first page. */
export function openPageToken(
  { pageTokenKey, now }: Pick<AccountsContext, 'pageTokenKey' | 'now'>,
  request: PagedRequest,
): PageToken | undefined {
  if (request.page === undefined) return undefined;
  const token = decrypt(pageTokenKey, request.page, bindingOf(request));
  if (token !== undefined && token.until > now().getTime()) return token;
  throw new Xs2aError('queryInvalid', {
    path: 'page',
    text: 'is unknown or expired, or belongs to another query: follow the links of the first page',
  });
}

/** Returns tokens of the neighbouring, first and last pages; undefined if everything is on one page. */
export function pageTokens(
  { pageTokenKey, now, profile }: Pick<AccountsContext, 'pageTokenKey' | 'now' | 'profile'>,
  request: PagedRequest,
  { page, range, token }: { page: Page; range: Range; token: PageToken | undefined },
): Pages | undefined {
  const { entries, next, previous } = page;
  const [top] = entries;
  const first = token?.first ?? (top && positionOf(top));
  if (first === undefined || (next === undefined && previous === undefined)) return undefined;
  const until = token?.until ?? now().getTime() + profile.limits.pageTokenMinutes * MS_PER_MINUTE;
  const binding = bindingOf(request);
  const tokenFor = (cursor: Cursor): string => encrypt(pageTokenKey, { until, stretch: range, first, cursor }, binding);
  return {
    ...(previous && { first: tokenFor({ direction: 'forward', at: first }), previous: tokenFor(previous) }),
    ...(next && { next: tokenFor(next), last: tokenFor({ direction: 'back' }) }),
  };
}

/** Encrypts a token, because proxies log addresses, and authenticates it together with its binding. */
function encrypt(key: KeyObject, token: PageToken, binding: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(binding);
  const encrypted = Buffer.concat([cipher.update(pack(JSON.stringify(token))), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function pack(json: string): Buffer {
  const bytes = Buffer.from(json);
  return bytes.length > PLAIN_BYTES_MAX ? deflateSync(bytes) : bytes;
}

function unpack(bytes: Buffer): string {
  return (bytes[0] === BRACE ? bytes : inflateSync(bytes)).toString();
}

function decrypt(key: KeyObject, text: string, binding: Buffer): PageToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(binding).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return PageToken.parse(JSON.parse(unpack(Buffer.concat([decipher.update(encrypted), decipher.final()]))));
  } catch {
    // Too short, altered, of another key or for another query: the TPP does not learn which.
    return undefined;
  }
}
