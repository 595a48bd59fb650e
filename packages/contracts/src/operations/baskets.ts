import { z } from 'zod';
import { SigningBasket } from '../interface/bodies/basket-bodies.ts';
import { BasketStatus } from '../statuses/basket-status.ts';
import { AuthorisingPsu, PsuData } from '../values/parties.ts';
import { ConsentContent } from '../values/sca/sca-content.ts';
import { AuthorisationState, ScaInput, Settlement, scaStart, settlementReply } from './authorisations.ts';
import { caller, creation } from './caller.ts';
import { operation } from './operation.ts';

/**
 * Whether every payment in the basket is settled; the status of the basket itself does not change after its authorisation
 * (decision 23).
 */
const settledField = { settled: z.literal(true).optional() };

const addressed = { ...caller, basketId: z.string() };

/** Groups payments and consents that one SCA authorises together. The TPP starts its authorisation. */
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
    /** Members that ended separately, for example by a cancellation: the basket no longer authorises them. */
    endedPayments: z.array(z.string()).optional(),
    endedConsents: z.array(z.string()).optional(),
  }),
});

export const readBasketStatus = operation('payments.readBasketStatus', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ transactionStatus: BasketStatus, ...settledField }),
});

/** Dissolves a basket without any approval; its members are free again (decision 23). */
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

/** Reports the outcome of a basket's authorisation from sca. The last required one authorises every member. */
export const settleBasketAuthorisation = operation('payments.settleBasketAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: Settlement,
  reply: z.object({ transactionStatus: BasketStatus, ...settlementReply }),
});

/** A consent in a basket ended separately: it is removed from the scope of the basket's authorisation. Sent by its owner. */
export const leaveBasket = operation('payments.leaveBasket', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ basketId: z.string(), consentId: z.string() }),
  reply: z.object({ transactionStatus: BasketStatus }),
});

/**
 * Reserves consents for a basket, all of them or none: they can no longer be authorised separately. Idempotent by `basketId`. An
 * error names the member by its position in the body.
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
    /** Everybody who approved, including the last one. */
    signedBy: z.array(z.string()).default([]),
    psu: AuthorisingPsu.optional(),
  }),
  reply: z.object({ settled: z.int() }),
});
