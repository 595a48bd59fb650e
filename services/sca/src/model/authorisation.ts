import {
  AuthorisingPsu,
  NotificationWish,
  OfferedAccount,
  PsuData,
  RefusalOnBus,
  SCA_STATUS_MACHINE,
  ScaApproach,
  ScaContent,
  ScaMethod,
  ScaParent,
  ScaStatus,
} from '@xs2a/contracts';
import { History, Notices, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { Session } from '../session/session-token.ts';
import { AskedChallenge, SentChallenge } from './challenge.ts';

/** An authorisation sub-resource: one PSU proving who it is and approving one content. */
export const Authorisation = z.object({
  _id: z.string(),
  tppId: z.string(),
  tppName: z.string(),
  parent: ScaParent,
  content: ScaContent,
  /** Of the content as it stands: what codes are bound to. */
  contentHash: z.string(),
  /** Of the content as the owner asked for it, before a PSU's accounts were named in it. */
  requestedHash: z.string(),
  offeredAccounts: z.array(OfferedAccount).optional(),
  /** The PSU that the TPP named, if it did: no other may sign. */
  namedPsu: PsuData.optional(),
  /** The company that the TPP named, with the PSU or without: only its PSUs may sign. */
  namedCompany: z.string().optional(),
  /** Of messages to the PSU, where the TPP's request named one. */
  language: z.enum(['hr', 'en']).optional(),
  redirectUri: z.string().optional(),
  nokRedirectUri: z.string().optional(),
  notification: NotificationWish.optional(),
  /** PSUs whose approval of the parent counts already. */
  signedBy: z.array(z.string()),
  /** How many PSUs must approve, by the accounts concerned; known once the PSU signed in. */
  signaturesNeeded: z.int().optional(),
  scaApproach: ScaApproach,
  /** The first factor came through the TPP; then the PSU picked what only a page of the bank can ask. */
  continuesOnPage: z.literal(true).optional(),
  scaStatus: ScaStatus,
  redirectReference: z.string(),
  linkUntil: z.date(),
  openUntil: z.date(),
  /** Wrong passwords and codes, and those being judged at the moment. */
  failures: z.int(),
  /** How many more are permitted, once any was wrong: fewer where other authorisations of the PSU had some. */
  attemptsLeft: z.int().optional(),
  challengesSent: z.int(),
  session: Session.optional(),
  psu: AuthorisingPsu.optional(),
  accountNames: z.record(z.string(), z.string()).optional(),
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  challenge: SentChallenge.optional(),
  /** What the bank was to ask the PSU for, the present challenge last or next to last: noted before the bank is asked. */
  challengesAsked: z.array(AskedChallenge).optional(),
  /** Until then somebody takes up what came with the start; later, where nothing came of it, a repeated start does. */
  begunUntil: z.date(),
  /** How what came with the start was refused. */
  refusedAtStart: RefusalOnBus.optional(),
  /** While `unconfirmed`: what the TPP must send back (field guide 9.4). */
  confirmationCode: z.string().optional(),
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
    { key: { 'challengesAsked.id': 1 }, sparse: true },
    { key: { scaStatus: 1, openUntil: 1 } },
  ],
  status: { field: 'scaStatus', machine: SCA_STATUS_MACHINE },
  toldOf({ _id, tppId, parent, notification: wish }) {
    return wish && { tppId, wish, parent, authorisationId: _id };
  },
  isSealed: true,
});
