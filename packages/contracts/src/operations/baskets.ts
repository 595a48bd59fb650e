import { z } from 'zod';
import { SigningBasket } from '../interface/basket-bodies.ts';
import { BasketStatus } from '../statuses/basket-status.ts';
import { AuthorisingPsu, PsuData } from '../values/parties.ts';
import { ConsentContent } from '../values/sca-content.ts';
import { AuthorisationState, ScaInput, Settlement, scaStart, settlementReply } from './authorisations.ts';
import { caller, creation } from './caller.ts';
import { operation } from './operation.ts';

/** Whether every payment in it was settled: its own status stays as it was authorised (decision 23). */
const settledField = { settled: z.literal(true).optional() };

const addressed = { ...caller, basketId: z.string() };

/** Groups payments and consents, so that one SCA authorises all of them. Its authorisation is started by the TPP. */
export const createBasket = operation('payments.createBasket', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...creation, body: SigningBasket }),
  reply: z.object({ basketId: z.string(), transactionStatus: BasketStatus, ...scaStart }),
});

export const readBasket = operation('payments.readBasket', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({
    transactionStatus: BasketStatus,
    ...settledField,
    payments: z.array(z.string()).optional(),
    consents: z.array(z.string()).optional(),
    /** Members that ended on their own, for example by a cancellation: the basket no longer authorises them. */
    endedPayments: z.array(z.string()).optional(),
    endedConsents: z.array(z.string()).optional(),
  }),
});

export const readBasketStatus = operation('payments.readBasketStatus', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ transactionStatus: BasketStatus, ...settledField }),
});

/** Dissolves a basket of which nothing was authorised; its members are free again (decision 23). */
export const deleteBasket = operation('payments.deleteBasket', {
  hop: 'write',
  request: z.object({ ...addressed, requestId: z.string() }),
  reply: z.object({ transactionStatus: BasketStatus }),
});

export const listBasketAuthorisations = operation('payments.listBasketAuthorisations', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ authorisationIds: z.array(z.string()) }),
});

export const startBasketAuthorisation = operation('payments.startBasketAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...creation, basketId: z.string(), input: ScaInput.optional() }),
  reply: AuthorisationState,
});

/** sca tells how an authorisation of a basket ended: with the last needed one every member is authorised. */
export const settleBasketAuthorisation = operation('payments.settleBasketAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: Settlement,
  reply: z.object({ transactionStatus: BasketStatus, ...settlementReply }),
});

/** A member that is a consent ended alone: it leaves what the basket's authorisation covers. Told by its owner. */
export const leaveBasket = operation('payments.leaveBasket', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ basketId: z.string(), consentId: z.string() }),
  reply: z.object({ transactionStatus: BasketStatus }),
});

/**
 * A basket takes consents in, all of them or none: they cannot be authorised alone from then on. Idempotent by
 * `basketId`. A refusal names the member by its place in the body.
 */
export const reserveConsents = operation('consent.reserveConsents', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...caller, basketId: z.string(), consentIds: z.array(z.string()), psu: PsuData.optional() }),
  reply: z.object({
    members: z.array(z.object({ id: z.string(), content: ConsentContent })),
    psu: PsuData.optional(),
    signaturesNeeded: z.int().optional(),
  }),
});

/** Settles the consents of a basket: authorised with it, or released unchanged. May be repeated. */
export const settleBasketConsents = operation('consent.settleBasket', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    basketId: z.string(),
    outcome: z.enum(['authorised', 'released']),
    /** Everybody who approved, and the last of them. */
    signedBy: z.array(z.string()).default([]),
    psu: AuthorisingPsu.optional(),
  }),
  reply: z.object({ settled: z.int() }),
});
