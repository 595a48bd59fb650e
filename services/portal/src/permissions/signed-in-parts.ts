import { noticeOf } from '../forms/notice.ts';
import type { SignedInPsu } from '../login/read-login.ts';
import type { Pages } from '../rendering/pages.ts';
import { issueFormToken } from '../visits/issue-form-token.ts';
import { takeNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { PERMISSIONS_PATH } from '../visits/paths.ts';

/** Returns the common parts of all pages of a signed-in PSU. */
export function signedInParts(
  visit: Visit,
  { psu }: SignedInPsu,
): Pick<Pages['permission'], 'psuName' | 'action' | 'token' | 'notice'> {
  const notice = noticeOf({}, takeNote(visit), visit.visitor);
  return { psuName: psu.name, action: PERMISSIONS_PATH, token: issueFormToken(visit), ...(notice && { notice }) };
}
