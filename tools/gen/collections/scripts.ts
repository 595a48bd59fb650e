/** What both tools run before each request: the days that requests name, in the summer time of Zagreb, so never its yesterday. */
export function beforeEach(set: string): string[] {
  return [
    'const day = (shift) => new Date(Date.now() + 7200000 + shift * 86400000).toISOString().slice(0, 10);',
    `${set}('today', day(0));`,
    `${set}('dateFrom', day(-30));`,
  ];
}

/** What both tools run after each answer: ids go into the variables that the next requests name. */
export function afterEach(body: string, set: string): string[] {
  return [
    `const answer = ${body} ?? {};`,
    "for (const id of ['consentId', 'paymentId', 'basketId', 'authorisationId']) {",
    `  if (typeof answer[id] === 'string') ${set}(id, answer[id]);`,
    '}',
    'const [account] = answer.accounts ?? answer.cardAccounts ?? [];',
    `if (account?.resourceId) ${set}('accountId', account.resourceId);`,
    `if (Array.isArray(answer) && answer[0]?.code) ${set}('code', answer[0].code);`,
  ];
}
