import type {
  beginBankLogin as loginOperation,
  beginBankSignIn as operation,
  ReplyOf,
  RequestOf,
} from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findByLink } from '../redirect/find-by-link.ts';
import { beginProviderSignIn } from './provider-sign-in.ts';

/** Redirects the PSU of a link to the bank's identity provider. */
export async function beginBankSignIn(
  context: ScaContext,
  { redirectReference, language }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return beginProviderSignIn(context, subjectOf(await findByLink(context, redirectReference)), language);
}

/** Redirects a PSU who signs in to a page of the portal, without an authorisation, to the bank's identity provider. */
export function beginBankLogin(
  context: ScaContext,
  { page, language }: RequestOf<typeof loginOperation>,
): Promise<ReplyOf<typeof loginOperation>> {
  return beginProviderSignIn(context, subjectOfPage(page), language);
}

/** Includes the content hash, so that an answer for other content has another nonce. */
export function subjectOf({ _id, requestedHash }: Pick<Authorisation, '_id' | 'requestedHash'>): string {
  return `${_id}.${requestedHash}`;
}

/** Ids of authorisations have no colon, so an answer for a page counts for no authorisation. */
export function subjectOfPage(page: string): string {
  return `page:${page}`;
}
