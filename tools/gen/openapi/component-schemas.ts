import * as contracts from '@xs2a/contracts';
import {
  AuthorisationBody,
  accountAnswers as accounts,
  linkAnswers as links,
  refusalAnswers as refusals,
  resourceAnswers as resources,
  strictSchema,
} from '@xs2a/gateway/interface';
import { z } from 'zod';
import { StandingOrderParts } from './payment-forms.ts';

/** Contracts in requests. */
const REQUESTS = {
  Amount: contracts.Amount,
  AuthorisationBody,
  ConsentRequest: contracts.ConsentRequest,
  FundsConsentRequest: contracts.FundsConsentRequest,
  FundsConfirmationRequest: contracts.FundsConfirmationRequest,
  PartyVerificationRequest: contracts.PartyVerificationRequest,
  SigningBasket: contracts.SigningBasket,
  SinglePayment: contracts.PostedPayment,
  PeriodicPayment: contracts.PostedPeriodicPayment,
  BulkPayment: contracts.BulkPayment,
  StandingOrderParts,
  AccountReference: contracts.AccountReference,
  AccountAccess: contracts.AccountAccess,
  ConsentStatus: contracts.ConsentStatus,
  TransactionStatus: contracts.TransactionStatus,
  BasketStatus: contracts.BasketStatus,
  ScaStatus: contracts.ScaStatus,
};

/** Contracts in answers. */
const ANSWERED = {
  NamedAccount: contracts.AccountReference,
  Balance: contracts.Balance,
  StandingOrder: contracts.StandingOrder,
  CardTransaction: contracts.CardTransaction,
  ScaMethod: contracts.ScaMethod,
  ChallengeData: contracts.ChallengeData,
};

/** Removes the content of a reference: a schema that only narrows a named one is generated as both. */
export function withoutCopies(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutCopies);
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node && 'properties' in node) return { $ref: node.$ref };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutCopies(value)]));
}

/**
 * Creates a document while these schemas have names, so that they become its components. The names are removed afterwards: the
 * schemas of the bus are generated without.
 */
export function withNames<Made>(make: () => Made): Made {
  const answered = Object.entries(ANSWERED).map(([name, schema]) => [name, strictSchema(schema)] as const);
  const named = { ...REQUESTS, ...Object.fromEntries(answered), ...refusals, ...links, ...accounts, ...resources };
  const schemas = new Map(Object.entries<z.ZodType>(named).map(([name, schema]) => [schema, name]));
  for (const [schema, id] of schemas) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  try {
    return make();
  } finally {
    for (const schema of schemas.keys()) z.globalRegistry.remove(schema);
  }
}
