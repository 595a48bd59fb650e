import type { ScaView } from '@xs2a/contracts';
import type { Note } from '../visits/note.ts';
import { endingOf } from './ending.ts';
import { returnUri } from './return-uri.ts';

/** A host and port as they may stand in a policy. A host with other characters is returned to by a page. */
const ORIGIN = /^https:\/\/[a-z0-9.:[\]-]+$/;

/**
 * Where the browser goes at once, because nothing on the last page must be read: the PSU has just approved or declined, and
 * the TPP shows the rest. Over https by a redirect. To an app from the page, which stays where no app answers. Undefined
 * where the page waits: others must approve too, the approval failed, or the address is not safe.
 */
export function directReturn(view: ScaView, note: Note | undefined, state: string | undefined): string | undefined {
  if (view.step !== 'result') return undefined;
  const ending = endingOf(view, note);
  if (ending === 'partly' || ending === 'notApproved') return undefined;
  const back = returnUri(view.returnUri, state);
  if (leadsToApp(back)) return back;
  const target = formTarget(back);
  return target !== undefined && formTargets(view).includes(target) ? back : undefined;
}

/**
 * What `form-action` of a page with a form names besides the page: browsers apply it to the redirects after a form too, and
 * block silently what it does not name (CSP 3, 6.4.2). No form redirects to an app.
 */
export function formTargets({ returnUris = [] }: Pick<ScaView, 'returnUris'>): string[] {
  const targets = returnUris.map((uri) => formTarget(returnUri(uri, undefined)));
  return [...new Set(targets.filter((target) => target !== undefined))];
}

/** The sandbox alone permits http. */
function leadsToApp(uri: string | undefined): boolean {
  return uri !== undefined && !/^https?:$/.test(new URL(uri).protocol);
}

function formTarget(uri: string | undefined): string | undefined {
  if (uri === undefined) return undefined;
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' && ORIGIN.test(origin) ? origin : undefined;
}
