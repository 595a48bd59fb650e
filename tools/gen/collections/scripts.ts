/** Final status that a journey waits for, and the number of polls before it fails. */
export const SETTLED = 'ACSC';
export const ASKED_MAX = 60;

/** Script before each request: computes its dates in Zagreb's summer time, which is never behind local time. */
export function beforeEach(set: string): string[] {
  return [
    'const day = (shift) => new Date(Date.now() + 7200000 + shift * 86400000).toISOString().slice(0, 10);',
    `${set}('today', day(0));`,
    `${set}('dateFrom', day(-30));`,
    `${set}('later', day(10));`,
  ];
}

/** Script after each answer: stores ids in the variables of later requests. */
export function afterEach(body: string, set: string, get: string): string[] {
  return [
    `const answer = ${body} ?? {};`,
    `if (typeof answer.paymentId === 'string') ${set}('earlierPaymentId', ${get}('paymentId'));`,
    "for (const id of ['consentId', 'paymentId', 'basketId', 'authorisationId']) {",
    `  if (typeof answer[id] === 'string') ${set}(id, answer[id]);`,
    '}',
    'const [account] = answer.accounts ?? answer.cardAccounts ?? [];',
    `if (account?.resourceId) ${set}('accountId', account.resourceId);`,
    'const [entry] = answer.transactions?.booked ?? [];',
    `if (entry?.resourceId) ${set}('transactionId', entry.resourceId);`,
    `if (Array.isArray(answer) && answer[0]?.code) ${set}('code', answer[0].code);`,
  ];
}
