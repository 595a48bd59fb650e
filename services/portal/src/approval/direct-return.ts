import type { ScaView } from '@xs2a/contracts';
import type { Note } from '../visits/note.ts';
import { endingOf } from './ending.ts';
import { returnUri } from './return-uri.ts';

/** A host and port that are safe in a policy. For a host with other characters, a page leads back. */
const ORIGIN = /^https:\/\/[a-z0-9.:[\]-]+$/;

/**
 * Returns the immediate redirect target, if the last page need not be read: the PSU has just approved or declined, and the TPP
 * shows the rest. Over https by a redirect. To an app from the page, which stays if no app answers. Undefined if the page waits:
 * others must approve too, the approval failed, or the address is not safe.
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
 * Returns further sources for `form-action` of a page with a form: browsers apply it to the redirects after a form too, and
 * silently block others (CSP 3, 6.4.2). No form redirects to an app.
 */
export function formTargets({ returnUris = [] }: Pick<ScaView, 'returnUris'>): string[] {
  const targets = returnUris.map((uri) => formTarget(returnUri(uri, undefined)));
  return [...new Set(targets.filter((target) => target !== undefined))];
}

/** Http addresses are permitted only in the sandbox. */
function leadsToApp(uri: string | undefined): boolean {
  return uri !== undefined && !/^https?:$/.test(new URL(uri).protocol);
}

function formTarget(uri: string | undefined): string | undefined {
  if (uri === undefined) return undefined;
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' && ORIGIN.test(origin) ? origin : undefined;
}
