import {
  beginFactor,
  confirmPasskey,
  confirmTotp,
  type OwnFactor,
  PasskeyAttestation,
  type RequestOf,
  removeFactor as removeFactorAtSca,
} from '@xs2a/contracts';
import { field, readCode } from '../forms/read-inputs.ts';
import { readPasskeyAnswer } from '../forms/read-passkey-answer.ts';
import { noteOf, takeStep } from '../forms/take-step.ts';
import { leaveNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { redirectToPage, redirectWithNote } from '../visits/redirect-to-page.ts';

/** Longest name that sca accepts. */
const NAME_MAX = 40;

/** Starts to add a factor, and redirects to the page where it is confirmed. */
export async function startAddingFactor(visit: Visit, kind: OwnFactor): Promise<void> {
  const { session, context } = visit;
  if (session === undefined) return redirectToPage(visit);
  const started = await takeStep(visit, () => context.bus.ask(beginFactor, { session, kind }));
  if (started === undefined) return;
  if (started.problem !== undefined) return redirectWithNote(visit, noteOf(started));
  leaveNote(visit, undefined);
  redirectToAdding(visit, kind);
}

export const CONFIRM_FACTOR: Record<OwnFactor, (visit: Visit) => Promise<void>> = {
  passkey: async (visit) => {
    const { session, context } = visit;
    if (session === undefined) return redirectToPage(visit);
    const made = readPasskeyAnswer(visit, PasskeyAttestation);
    if (made === undefined) return;
    const name = field(visit, 'name')?.trim().slice(0, NAME_MAX) || visit.visitor.words.factors.make.nameGiven;
    const kept = await takeStep(visit, () => context.bus.ask(confirmPasskey, { session, name, made }));
    if (kept !== undefined) redirectWithNote(visit, noteOf(kept) ?? { word: 'passkeyAdded' });
  },
  totp: async (visit) => {
    const { session, context } = visit;
    if (session === undefined) return redirectToPage(visit);
    const code = readCode(visit);
    if (code === undefined) return;
    const kept = await takeStep(visit, () => context.bus.ask(confirmTotp, { session, code }));
    if (kept === undefined) return;
    const note = noteOf(kept);
    if (note?.word !== 'totpInvalid') return redirectWithNote(visit, note ?? { word: 'totpAdded' });
    leaveNote(visit, note);
    redirectToAdding(visit, 'totp');
  },
};

export async function removeFactor(visit: Visit, kind: OwnFactor): Promise<void> {
  const { session, context } = visit;
  if (session === undefined) return redirectToPage(visit);
  const request = removal(session, kind, field(visit, 'id'));
  if (request === undefined) return redirectToPage(visit);
  const removed = await takeStep(visit, () => context.bus.ask(removeFactorAtSca, request));
  if (removed !== undefined) redirectWithNote(visit, { word: 'factorRemoved' });
}

/** Returns undefined if the form does not name the passkey. */
function removal(
  session: string,
  kind: OwnFactor,
  id: string | undefined,
): RequestOf<typeof removeFactorAtSca> | undefined {
  if (kind === 'totp') return { session, kind };
  return id === undefined ? undefined : { session, kind, id };
}

function redirectToAdding({ response, path }: Visit, kind: OwnFactor): void {
  response.redirect(303, `${path}/${kind}`);
}
