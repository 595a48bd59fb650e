import {
  CONNECTOR_OPERATIONS,
  checkExemption,
  checkFunds,
  identifyPsu,
  type Operation,
  type RequestInputOf,
  readSigningRules,
  sendChallenge,
  verifyChallenge,
  verifyPassword,
  verifyPayee,
  withdrawChallenge,
  withdrawPayment,
} from '@xs2a/contracts';
import type { Session } from '../session.ts';

/** A content hash as the service computes it, of the content shown to the PSU. */
export const CONTENT_HASH = 'Yw3NKWbEM2aRElRIu7JbT_QSpJxzLbLIq8G4WBvXEN0';

/** Returns the operations that the service calls and this bank offers. */
export function offeredOperations({ facts }: Session): Operation[] {
  return CONNECTOR_OPERATIONS.filter(
    ({ way, parts, optional }) => way !== 'told' && !optional && parts.some((part) => facts.offers.includes(part)),
  ).map(({ operation }) => operation);
}

/** Returns requests that the contract accepts and that change nothing at the bank: they contain unknown ids where possible. */
export function harmlessRequests(session: Session): ReadonlyMap<string, object> {
  const { psu, unknownPsu, unknownIban, amount } = session.facts;
  const unknown = { challengeId: crypto.randomUUID() };
  const sample = <O extends Operation>(operation: O, request: RequestInputOf<O>): [string, object] => [
    operation.subject,
    request as object,
  ];
  return new Map([
    sample(identifyPsu, { psuId: psu.psuId }),
    sample(readSigningRules, { accounts: [psu.account] }),
    sample(checkExemption, { psuId: psu.psuId, content: consentContent(session) }),
    sample(verifyPassword, { psuId: unknownPsu, password: 'x' }),
    sample(verifyChallenge, { ...unknown, attemptId: 'a', contentHash: CONTENT_HASH, code: '000000' }),
    sample(withdrawChallenge, unknown),
    sample(checkFunds, { account: psu.account, instructedAmount: amount }),
    sample(verifyPayee, { requestId: crypto.randomUUID(), iban: unknownIban, name: 'Ana Anić' }),
    sample(withdrawPayment, { paymentId: crypto.randomUUID() }),
    sample(sendChallenge, challenge(session, { psuId: unknownPsu })),
  ]);
}

export function consentContent({ facts }: Session): RequestInputOf<typeof checkExemption>['content'] {
  return {
    kind: 'consent',
    model: 'detailed',
    grants: [{ account: facts.psu.account, rights: ['accounts', 'balances'] }],
    rights: [],
    recurring: true,
    validUntil: '2099-12-31',
    frequencyPerDay: 4,
  };
}

export function challenge(
  { facts }: Session,
  overrides: Partial<RequestInputOf<typeof sendChallenge>> = {},
): RequestInputOf<typeof sendChallenge> {
  return {
    challengeId: crypto.randomUUID(),
    authorisationId: crypto.randomUUID(),
    psuId: facts.psu.psuId,
    authenticationMethodId: facts.psu.authenticationMethodId ?? 'sms',
    contentHash: CONTENT_HASH,
    text: 'Connector check: nothing is approved by this code.',
    lifetimeSeconds: 300,
    ...overrides,
  };
}
