import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type listTransactions, type Pages, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { AccountsContext } from '../context.ts';
import { Cursor, type Page, Place, placeOf, Stretch } from './transaction-page.ts';

const CIPHER = 'aes-256-gcm';
/** The sizes that AES-GCM is made for (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MS_PER_MINUTE = 60_000;

/** What a page token stands for. All tokens of a list end with its first, so that one access is not drawn out for ever. */
const PageToken = z.object({ until: z.number(), stretch: Stretch, first: Place, cursor: Cursor });
export type PageToken = z.infer<typeof PageToken>;

/** What asks for pages. */
export type Listing = Omit<RequestOf<typeof listTransactions>, 'psuPresent'>;

/** What a token is bound to: it opens only for the same TPP, consent, account and query (field guide 7.7). */
function bindingOf({
  tpp,
  consentId,
  accountId,
  bookingStatus,
  dateFrom,
  dateTo,
  withBalance,
  ...delta
}: Listing): Buffer {
  const { entryReferenceFrom, deltaList = false } = delta;
  const query = [bookingStatus, dateFrom, dateTo, withBalance, entryReferenceFrom, deltaList];
  return Buffer.from(JSON.stringify([tpp.id, consentId, accountId, ...query]));
}

/** The page that a request asks for by a token; undefined when it asks for the first. */
export async function openPage(context: AccountsContext, request: Listing): Promise<PageToken | undefined> {
  if (request.page === undefined) return undefined;
  const opened = open(await context.keyOfPages(), request.page, bindingOf(request));
  if (opened !== undefined && opened.until > context.now().getTime()) return opened;
  throw new Xs2aError('queryInvalid', { path: 'page', text: 'is unknown or expired, or belongs to another query' });
}

/** Tokens for the pages around one; none where everything is on one page. */
export async function pagesAround(
  context: AccountsContext,
  request: Listing,
  { page, stretch, token }: { page: Page; stretch: Stretch; token: PageToken | undefined },
): Promise<Pages | undefined> {
  const { entries, next, previous } = page;
  const [top] = entries;
  const first = token?.first ?? (top && placeOf(top));
  if (first === undefined || (next === undefined && previous === undefined)) return undefined;
  const key = await context.keyOfPages();
  const until = token?.until ?? context.now().getTime() + context.profile.limits.pageTokenMinutes * MS_PER_MINUTE;
  const tokenTo = (cursor: Cursor): string => seal(key, { until, stretch, first, cursor }, bindingOf(request));
  return {
    ...(previous && { first: tokenTo({ direction: 'forward', at: first }), previous: tokenTo(previous) }),
    ...(next && { next: tokenTo(next), last: tokenTo({ direction: 'back' }) }),
  };
}

/** Encrypted, because addresses are logged by those who pass them on; authenticated together with its binding. */
function seal(key: Buffer, token: PageToken, binding: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(binding);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(token)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function open(key: Buffer, text: string, binding: Buffer): PageToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    cipher.setAAD(binding).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return PageToken.parse(JSON.parse(Buffer.concat([cipher.update(sealed), cipher.final()]).toString()));
  } catch {
    // Too short, changed, sealed by another key or for another query: which of them is nobody's business.
    return undefined;
  }
}
