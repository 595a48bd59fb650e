import { type FactorsView, type OwnFactor, readFactors } from '@xs2a/contracts';
import { noticeOf, type Page } from '../approval/page-of-view.ts';
import { isRefusal, readSaid, toStep, visitToken } from '../approval/show-step.ts';
import { allowOwnScript } from '../http/allow-own-script.ts';
import { formatInstant } from '../rendering/formats.ts';
import { pictureLink } from '../rendering/qr-code.ts';
import { type Pages, renderPage } from '../rendering/render-page.ts';
import type { Fact } from '../rendering/summary.ts';
import type { Visit } from '../visits/open-visit.ts';
import { PERMISSIONS_PATH } from '../visits/paths.ts';

type Kind = Pages['factors']['kinds'][number];

/** The factors of who is signed in; else the way to the sign-in. */
export async function showFactors(visit: Visit): Promise<void> {
  const view = await readView(visit);
  if (view === undefined) return visit.response.redirect(303, PERMISSIONS_PATH);
  const kinds = (['passkey', 'totp'] as const).map((name) => kindOf(visit, view, name));
  const page = {
    ...framed(visit),
    psuName: view.psu.name,
    back: PERMISSIONS_PATH,
    mayAdd: view.mayAdd,
    kinds: kinds.filter(({ name, factors }) => isOffered(visit, name) || factors.length > 0),
  };
  send(visit, { name: 'factors', page });
}

/** What is needed to add the factor that was begun; without one the overview. */
export async function showAdding(visit: Visit, kind: OwnFactor): Promise<void> {
  const adding = (await readView(visit))?.adding;
  if (adding?.kind !== kind) return toStep(visit);
  if (adding.kind === 'passkey') {
    allowOwnScript(visit.response);
    return send(visit, { name: 'add-passkey', page: { ...framed(visit), order: JSON.stringify(adding.order) } });
  }
  const secret = adding.secret.replace(/(.{4})(?=.)/g, '$1 ');
  send(visit, { name: 'add-totp', page: { ...framed(visit), secret, picture: pictureLink(adding.link) } });
}

function isOffered({ room }: Visit, kind: OwnFactor): boolean {
  return room.profile.ownFactors.includes(kind);
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
  { visitor, room }: Visit,
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt?: string | undefined },
): Fact[] {
  const { factors: words } = visitor.words;
  const moment = (instant: string) => formatInstant(instant, visitor.language, room.profile.timeZone, 'short');
  return [
    { label: words.added, value: moment(createdAt) },
    { label: words.lastUsed, value: lastUsedAt === undefined ? words.neverUsed : moment(lastUsedAt) },
  ];
}

async function readView({ room, session }: Visit): Promise<FactorsView | undefined> {
  if (session === undefined) return undefined;
  try {
    return (await room.bus.ask(readFactors, { session })).view;
  } catch (error) {
    if (isRefusal(error, 'scaSessionOver')) return undefined;
    throw error;
  }
}

function framed(visit: Visit) {
  const notice = noticeOf({}, readSaid(visit), visit.visitor);
  return { action: visit.path, token: visitToken(visit), ...(notice && { notice }) };
}

function send({ response, visitor, room }: Visit, { name, page }: Page): void {
  response.type('html').send(renderPage(name, page, visitor, room));
}
