import { type Answer, linksOf } from '@xs2a/client';
import { expectSame, Mismatch } from '../check.ts';
import { APPROVAL_CHECKS } from '../checks/approvals/approval-checks.ts';
import { SESSION_CHECKS } from '../checks/links/session-checks.ts';
import { firstOf, needsApproach, needsPsu, unlessGiven } from '../checks/offered-features.ts';
import { scaStatusOf } from '../psu-side.ts';
import { consentFor, EMBEDDED, pay, REDIRECT } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import type { Obstacle } from './obstacle.ts';
import { fieldsOf, needsPages, openPage } from './pages-of-bank.ts';

const embedded = needsApproach('EMBEDDED');

/** Approves through the TPP; returns how often a code was asked, and the ids of all methods that were offered. */
async function approveEmbedded(context: TestContext, created: Answer): Promise<{ codes: number; methods: string[] }> {
  const psu = context.psu('private');
  const methods = new Set<string>();
  let codes = 0;
  let answer = created;
  while (scaStatusOf(answer) !== 'finalised') {
    const step = await context.psuSide.step(Object.keys(linksOf(answer)), psu);
    if (step === undefined) throw new Mismatch(`no next step in scaStatus ${scaStatusOf(answer)}`);
    if (step.link === 'authoriseTransaction') codes++;
    answer = await context.client.followNamed(answer, step.link, step.sent);
    const { scaMethods = [] } = answer.body as { scaMethods?: { authenticationMethodId: string }[] };
    for (const { authenticationMethodId } of scaMethods) methods.add(authenticationMethodId);
  }
  return { codes, methods: [...methods] };
}

const balancesOf = ({ facts }: TestContext) => ({ balances: [{ iban: facts.accounts.private }] });

/** Reuses a check of the suite. */
function checkNamed(checks: readonly { id: string }[], id: string) {
  const found = checks.find((check) => check.id === id) as Pick<Obstacle, 'how' | 'missing' | 'run'> | undefined;
  if (found === undefined) throw new Error(`there is no check ${id}`);
  const { how, missing, run } = found;
  return { how, ...(missing && { missing }), ...(run && { run }) };
}

/** Authentication of PSUs: procedures, and number of times. */
export const AUTHENTICATION_RULES: readonly Obstacle[] = [
  {
    id: 'every procedure',
    rule: 'TPPs may rely on the authentication procedures that the bank offers its PSUs',
    source: 'EBA/OP/2020/10, 14; RTS 2018/389, Art. 30(2); PSR, Art. 44(1)(i)',
    how: 'a payment, embedded: its methods include that of the PSU',
    missing: firstOf(embedded, ({ facts }) =>
      unlessGiven(facts.psus.private.method !== undefined, 'the facts name no method of the PSU'),
    ),
    run: async (context) => {
      const { methods } = await approveEmbedded(context, await pay(context, {}, EMBEDDED));
      const { method = '' } = context.psu('private');
      if (methods.length > 0) expectSame(`whether ${method} is offered`, methods.includes(method), true);
    },
  },
  {
    id: 'redirect not forced',
    rule: 'the PSU may authenticate without a web redirect, unless the redirect supports every procedure of the bank',
    source: 'EBA/OP/2020/10; PSR, Art. 44(1)(k)',
    how: 'a payment with TPP-Redirect-Preferred: false',
    choice: ({ profile: { scaApproaches } }) =>
      scaApproaches.every((approach) => approach === 'REDIRECT')
        ? 'redirect alone: see that it supports every procedure of the bank, and opens its app'
        : undefined,
    run: async (context) => {
      const made = await pay(context, {}, EMBEDDED);
      expectSame('whether it is redirected', made.headers.get('ASPSP-SCA-Approach') === 'REDIRECT', false);
    },
  },
  {
    id: 'app to app',
    rule: 'where the bank has an app, the redirect opens it',
    source: 'EBA/OP/2020/10; PSR, Art. 44(1)(k)',
    how: 'open scaRedirect on a phone with the app of the bank',
    choice: () => 'try it out on a phone: a program sees no app',
  },
  {
    id: 'one SCA for a payment',
    rule: 'a payment whose data the TPP has sent needs one SCA',
    source: 'EBA/OP/2020/10, 26; PSR, Art. 44(1)(l)',
    how: 'a payment, embedded, to its end',
    missing: embedded,
    run: async (context) => {
      expectSame('number of codes', (await approveEmbedded(context, await pay(context, {}, EMBEDDED))).codes, 1);
    },
  },
  {
    id: 'one SCA for account information',
    rule: 'access to accounts needs one SCA',
    source: 'EBA/OP/2020/10; RTS 2018/389, Art. 10',
    how: 'a consent, embedded, to its end',
    missing: embedded,
    run: async (context) => {
      const made = await consentFor(context, balancesOf(context), {}, EMBEDDED);
      expectSame('number of codes', (await approveEmbedded(context, made)).codes, 1);
    },
  },
  {
    id: 'one password in a journey',
    rule: 'a payment right after access to accounts asks for no first factor again',
    source: 'EBA Q&A 2025_7358 and 2025_7605; PSR, Art. 44(1)(h)',
    choice: ({ profile }) =>
      profile.combinedService ? undefined : 'combinedService is off: the PSU enters its password again',
    ...checkNamed(SESSION_CHECKS, 'links.combined session.payment'),
  },
  {
    id: 'no added page',
    rule: 'a redirect has no step that the own channel of the bank has not: sign-in, review, code, and back at the TPP',
    source: 'EBA/OP/2020/10, 15; PSR, Art. 44(1)(j)',
    ...checkNamed(APPROVAL_CHECKS, 'answers.directReturn'),
  },
  {
    id: 'user ID not asked twice',
    rule: 'a PSU whom the TPP has named need not type its user ID',
    source: 'EBA/OP/2020/10, 15; PSR, Art. 44(1)(j)',
    how: 'a payment with PSU-ID; its page has the user ID',
    missing: firstOf(needsPages, needsPsu('private')),
    run: async (context) => {
      const { psuId } = context.psu('private');
      const { page } = await openPage(context, await pay(context, {}, { ...REDIRECT, 'PSU-ID': psuId }));
      const asked = fieldsOf(page).filter((attributes) => attributes.includes('name="psuId"'));
      for (const field of asked) expectSame('whether it is filled in', field.includes(`value="${psuId}"`), true);
    },
  },
  {
    id: 'sign-in comes first',
    rule: 'no page asks what kind of customer the PSU is before it signs in',
    source: 'EBA Q&A 2025_7602; PSR, Art. 44(1)(j)',
    how: 'the first page of a payment has the sign-in',
    missing: needsPages,
    run: async (context) => {
      const { page } = await openPage(context, await pay(context, {}, REDIRECT));
      expectSame(
        'whether it asks for the password',
        fieldsOf(page).some((one) => one.includes('name="password"')),
        true,
      );
    },
  },
];
