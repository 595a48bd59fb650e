import {
  beginFactor,
  confirmPasskey,
  confirmTotp,
  type OwnFactor,
  PasskeyAttestation,
  type RequestOf,
  removeFactor,
} from '@xs2a/contracts';
import { say, toStep } from '../approval/show-step.ts';
import { noteOf, readCode, sayAndShow, takeStep } from '../approval/take-step.ts';
import { readAnswer } from '../forms/read-passkey-answer.ts';
import type { Note } from '../visits/note.ts';
import { field, type Visit } from '../visits/open-visit.ts';

/** Longest name that sca takes. */
const NAME_MAX = 40;

/** Begins to add a factor, and leads to the page on which it is confirmed. */
export async function begin(visit: Visit, kind: OwnFactor): Promise<void> {
  const { session, room } = visit;
  if (session === undefined) return toStep(visit);
  const begun = await takeStep(visit, () => room.bus.ask(beginFactor, { session, kind }));
  if (begun === undefined) return;
  if (begun.problem !== undefined) return sayAndShow(visit, noteOf(begun));
  say(visit, undefined);
  toAdding(visit, kind);
}

export const CONFIRM: Record<OwnFactor, (visit: Visit) => Promise<void>> = {
  passkey: async (visit) => {
    const { session, room } = visit;
    if (session === undefined) return toStep(visit);
    const made = readAnswer(visit, PasskeyAttestation);
    if (made === undefined) return;
    const name = field(visit, 'name')?.trim().slice(0, NAME_MAX) || visit.visitor.words.factors.make.nameGiven;
    const kept = await takeStep(visit, () => room.bus.ask(confirmPasskey, { session, name, made }));
    if (kept !== undefined) sayAndShow(visit, noteOf(kept) ?? { word: 'passkeyAdded' });
  },
  totp: async (visit) => {
    const { session, room } = visit;
    if (session === undefined) return toStep(visit);
    const code = readCode(visit);
    if (code === undefined) return;
    const kept = await takeStep(visit, () => room.bus.ask(confirmTotp, { session, code }));
    if (kept === undefined) return;
    const note: Note | undefined = noteOf(kept);
    if (note?.word !== 'totpInvalid') return sayAndShow(visit, note ?? { word: 'totpAdded' });
    say(visit, note);
    toAdding(visit, 'totp');
  },
};

export async function remove(visit: Visit, kind: OwnFactor): Promise<void> {
  const { session, room } = visit;
  const id = field(visit, 'id');
  if (session === undefined || (kind === 'passkey' && id === undefined)) return toStep(visit);
  const request: RequestOf<typeof removeFactor> =
    kind === 'passkey' ? { session, kind, id: id ?? '' } : { session, kind };
  const removed = await takeStep(visit, () => room.bus.ask(removeFactor, request));
  if (removed !== undefined) sayAndShow(visit, { word: 'factorRemoved' });
}

function toAdding({ response, path }: Visit, kind: OwnFactor): void {
  response.redirect(303, `${path}/${kind}`);
}
