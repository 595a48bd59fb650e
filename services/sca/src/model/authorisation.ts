import {
  AuthorisingPsu,
  accountsInContent,
  CombinedSession,
  finalStatuses,
  isFinal,
  MethodBeforeApproach,
  NotificationWish,
  OfferedAccount,
  PsuData,
  RefusalOnBus,
  SCA_STATUS_CORRECTIONS,
  SCA_STATUS_MACHINE,
  ScaApproach,
  ScaContent,
  ScaFactor,
  ScaMethod,
  ScaParent,
  ScaStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { History, Notices, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { AnsweredUpdate } from './answered-update.ts';
import { AskedChallenge, SentChallenge } from './challenge.ts';
import { neededAuthorisations } from './needed-authorisations.ts';
import { Session } from './session.ts';

/** An authorisation sub-resource: one PSU authenticates and approves one content. */
export const Authorisation = z.object({
  _id: z.string(),
  tppId: z.string(),
  tppName: z.string(),
  parent: ScaParent,
  content: ScaContent,
  /** Hash of the present content. Challenges are bound to it. */
  contentHash: z.string(),
  /** Hash of the content as the owner of the parent requested it, before a PSU's accounts were added. */
  requestedHash: z.string(),
  offeredAccounts: z.array(OfferedAccount).optional(),
  /** Number of PSUs that must approve each offered account, by the account's key. */
  offeredSignatures: z.record(z.string(), z.int()).optional(),
  /** The PSU that the TPP named: no other PSU may approve. */
  namedPsu: PsuData.optional(),
  /** The company that the TPP named, with or without a PSU: only its PSUs may approve. */
  namedCompany: z.string().optional(),
  /** Language of messages to the PSU, if the TPP's request named one. */
  language: z.enum(['hr', 'en']).optional(),
  redirectUri: z.string().optional(),
  nokRedirectUri: z.string().optional(),
  /** The browser comes from the authorisation server, returns to it, and from there to the TPP. */
  oauth: z.object({ returnUri: z.string(), redirectUri: z.string() }).optional(),
  notification: NotificationWish.optional(),
  /** PSUs whose approval of the parent already counts. */
  signedBy: z.array(z.string()),
  /** Number of outcomes, at the start of this authorisation, that the owner of the parent had not counted. */
  signingRound: z.int().optional(),
  /** The PSU's approval in this round, until the authorisation fails. Unique: a PSU approves a parent once. */
  signature: z.string().optional(),
  /** The session of the consent that it belongs to: the PSU need not repeat its first factor (decision 80). */
  combined: CombinedSession.optional(),
  /** It failed because its PSU had approved the parent by another authorisation. */
  signedAlready: z.literal(true).optional(),
  /**
   * Number of PSUs that must approve, depending on the accounts concerned. Known once the PSU has signed in, or has chosen the
   * accounts.
   */
  signaturesNeeded: z.int().optional(),
  scaApproach: ScaApproach,
  /** The first factor came through the TPP; the chosen method is only available on the bank's page. */
  continuesOnPage: z.literal(true).optional(),
  scaStatus: ScaStatus,
  redirectReference: z.string(),
  linkUntil: z.date(),
  openUntil: z.date(),
  /** The value of `openUntil` before a device was prompted, which must answer sooner. */
  openUntilBeforeDevice: z.date().optional(),
  /** When sca took over the authorisation that was held with its parent (decision 64). */
  takenAt: z.date().optional(),
  /** Wrong passwords and codes, including those being verified. */
  failures: z.int(),
  /** Attempts left after a wrong one. Fewer if the PSU also failed in other authorisations. */
  attemptsLeft: z.int().optional(),
  /** Challenges that the bank has confirmed (decision 39). */
  challengesSent: z.int(),
  /** Counts changes of `challengesAsked`; guards the next one. */
  challengeChanges: z.int().optional(),
  session: Session.optional(),
  psu: AuthorisingPsu.optional(),
  /** The authentication context of the bank's sign-in that was both factors (decision 78). */
  bothFactors: z.string().optional(),
  accountNames: z.record(z.string(), z.string()).optional(),
  /** While the approach is open: the methods that decide it (decision 20). */
  methodsToChoose: z.array(MethodBeforeApproach).optional(),
  /** The kind of method that the TPP picked before the PSU had shown anything. */
  pickedMethod: ScaMethod.optional(),
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  challenge: SentChallenge.optional(),
  /** Challenges requested from the bank, each recorded beforehand. The present one is last or next to last. */
  challengesAsked: z.array(AskedChallenge).optional(),
  /** Until this moment the first start may still process its input; afterwards a repeated start does. */
  begunUntil: z.date(),
  /** The refusal of the input that came with the start. */
  refusedAtStart: RefusalOnBus.optional(),
  /** The latest updates by the TPP, with their responses, for repeated requests. */
  updates: z.array(AnsweredUpdate).optional(),
  /** Counts claims of `updates`; guards the next one. */
  updateClaims: z.int().optional(),
  /** While `unconfirmed`: the code that the TPP must send back (decision 22). */
  confirmationCode: z.string().optional(),
  /** The PSU approved at the bank's own authorisation server, with these factors (decision 100). */
  approvedAtServer: z.object({ factors: z.array(ScaFactor) }).optional(),
  history: History,
  outbox: Outbox,
  notices: Notices,
});
export type Authorisation = z.infer<typeof Authorisation>;

export const AUTHORISATIONS = storedCollection('authorisations', Authorisation, {
  indexes: [
    { key: { redirectReference: 1 }, unique: true },
    { key: { 'session.hash': 1 }, sparse: true },
    { key: { 'session.previousHash': 1 }, sparse: true },
    { key: { 'parent.id': 1 } },
    { key: { signature: 1 }, unique: true, sparse: true },
    { key: { 'challengesAsked.id': 1 }, sparse: true },
    { key: { scaStatus: 1, openUntil: 1 } },
  ],
  status: { field: 'scaStatus', machine: SCA_STATUS_MACHINE, corrections: SCA_STATUS_CORRECTIONS },
  notificationTarget({ _id, tppId, parent, notification: wish }) {
    return wish && { tppId, wish, parent, authorisationId: _id };
  },
  hasCheckpoints: true,
  // Its history begins before it is stored here.
  checkpointsSince: 'takenAt',
  retained: {
    setting: 'authorisationDays',
    ended: { scaStatus: { $in: finalStatuses(SCA_STATUS_MACHINE) } },
    stillNeeded: neededAuthorisations,
  },
});

export function hasEnded({ scaStatus }: Pick<Authorisation, 'scaStatus'>): boolean {
  return isFinal(SCA_STATUS_MACHINE, scaStatus);
}

/** Whether the PSU's first factor was verified. Until then, the TPP learns nothing about the PSU that it named (decision 38). */
export function hasAuthenticated({ history }: Pick<Authorisation, 'history'>): boolean {
  return history.some(({ event }) => event === 'authenticated');
}

/** Whether the PSU must still choose accounts before there is anything to approve. */
export function mustChoose({ offeredAccounts, content }: Pick<Authorisation, 'offeredAccounts' | 'content'>): boolean {
  return offeredAccounts !== undefined && accountsInContent(content).length === 0;
}

/** Whether the authorisation failed because it timed out. */
export function hasTimedOut({
  scaStatus,
  openUntil,
  history,
}: Pick<Authorisation, 'scaStatus' | 'openUntil' | 'history'>): boolean {
  const endedAt = history.at(-1)?.at;
  return scaStatus === 'failed' && endedAt !== undefined && endedAt >= openUntil;
}

/** Whether the authorisation failed because its PSU has no method that can approve it. */
export function lacksMethod({
  scaStatus,
  scaMethods,
  bothFactors,
}: Pick<Authorisation, 'scaStatus' | 'scaMethods' | 'bothFactors'>): boolean {
  return scaStatus === 'failed' && scaMethods?.length === 0 && bothFactors === undefined;
}

/** Returns the PSU of an authorisation whose first factor or PSU-ID was accepted. */
export function psuOf({ psu }: Pick<Authorisation, 'psu'>): AuthorisingPsu {
  if (psu === undefined) throw new Xs2aError('statusInvalid');
  return psu;
}
