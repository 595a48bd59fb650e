import { type FactorsView, type OwnFactor, readFactors } from '@xs2a/contracts';
import { noticeOf } from '../forms/notice.ts';
import { formatInstant } from '../rendering/formats.ts';
import type { Pages } from '../rendering/pages.ts';
import { qrCode } from '../rendering/qr-code.ts';
import type { Fact } from '../rendering/summary.ts';
import { issueFormToken } from '../visits/issue-form-token.ts';
import { takeNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { isErrorCase } from '../visits/page-error.ts';
import { PERMISSIONS_PATH } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { sendPage } from '../visits/send-page.ts';

type Kind = Pages['factors']['kinds'][number];

/** Shows the factors of the signed-in PSU, or redirects to the sign-in. */
export async function showFactors(visit: Visit): Promise<void> {
  const view = await readView(visit);
  if (view === undefined) return visit.response.redirect(303, PERMISSIONS_PATH);
  const kinds = (['passkey', 'totp'] as const).map((name) => kindOf(visit, view, name));
  const page = {
    ...commonParts(visit),
    psuName: view.psu.name,
    back: PERMISSIONS_PATH,
    mayAdd: view.mayAdd,
    kinds: kinds.filter(({ name, factors }) => isOffered(visit, name) || factors.length > 0),
  };
  sendPage(visit, { name: 'factors', page });
}

/** Shows the page for the factor being added. Without one it redirects to the overview. */
export async function showAdding(visit: Visit, kind: OwnFactor): Promise<void> {
  const adding = (await readView(visit))?.adding;
  if (adding?.kind !== kind) return redirectToPage(visit);
  if (adding.kind === 'passkey') {
    return sendPage(visit, {
      name: 'add-passkey',
      page: { ...commonParts(visit), order: JSON.stringify(adding.order) },
    });
  }
  const secret = adding.secret.replace(/(.{4})(?=.)/g, '$1 ');
  sendPage(visit, { name: 'add-totp', page: { ...commonParts(visit), secret, picture: qrCode(adding.link) } });
}

function isOffered({ context }: Visit, kind: OwnFactor): boolean {
  return context.profile.ownFactors.includes(kind);
}

function kindOf(visit: Visit, { passkeys, totp, mayAdd }: FactorsView, name: OwnFactor): Kind {
  const canAdd = mayAdd && isOffered(visit, name);
  if (name === 'passkey') {
    const factors = passkeys.map((passkey) => ({ id: passkey.id, name: passkey.name, facts: factsOf(visit, passkey) }));
    return { name, mayAdd: canAdd, factors };
  }
  const factors =
    totp === undefined ? [] : [{ name: visit.visitor.words.factors.app.name, facts: factsOf(visit, totp) }];
  return { name, mayAdd: canAdd && totp === undefined, factors };
}

function factsOf(
  { visitor, context }: Visit,
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt?: string | undefined },
): Fact[] {
  const { factors: words } = visitor.words;
  const moment = (instant: string) => formatInstant(instant, visitor.language, context.profile.timeZone, 'short');
  return [
    { label: words.added, value: moment(createdAt) },
    { label: words.lastUsed, value: lastUsedAt === undefined ? words.neverUsed : moment(lastUsedAt) },
  ];
}

async function readView({ context, session }: Visit): Promise<FactorsView | undefined> {
  if (session === undefined) return undefined;
  try {
    return (await context.bus.ask(readFactors, { session })).view;
  } catch (error) {
    if (isErrorCase(error, 'scaSessionOver')) return undefined;
    throw error;
  }
}

function commonParts(visit: Visit) {
  const notice = noticeOf({}, takeNote(visit), visit.visitor);
  return { action: visit.path, token: issueFormToken(visit), ...(notice && { notice }) };
}
