import { type Answer, linksOf } from '@xs2a/client';
import { type Check, expectSame, Mismatch } from '../../check.ts';
import { bulkMessage, dayAhead } from '../../orders.ts';
import { EMBEDDED, EXPLICIT, pay, preferencesOf, REDIRECT } from '../../sca-preferences.ts';
import type { TestContext } from '../../test-context.ts';
import { authorisable } from '../journey.ts';
import {
  firstOf,
  needsApproach,
  needsBaskets,
  needsBulks,
  needsPortal,
  needsPsu,
  psuMayBeUnknown,
  unlessOffered,
} from '../offered-features.ts';
import { FAILURE_CHECKS } from './failure-checks.ts';
import { VALUES_BY_PROFILE } from './values-by-profile.ts';

/** Upper bound on wrong passwords that the suite tries for one authorisation, and for one PSU-ID. */
const GUESSES_MAX = 12;

const embedded = needsApproach('EMBEDDED');
const pathOf = (context: TestContext, made: { body: { paymentId: string } }) => ({
  paymentService: 'payments' as const,
  paymentProduct: context.product,
  paymentId: made.body.paymentId,
});

function expectText(what: string, found: unknown, part: string): void {
  if (!JSON.stringify(found ?? null).includes(part)) throw new Mismatch(`${what} does not say: ${part}`);
}

/** Checks of the data that TPP and PSU get before an approval. */
export const APPROVAL_CHECKS: readonly Check[] = [
  {
    id: 'answers.transliterated',
    group: 'answers',
    rule: 'letters that the product does not permit are transliterated in the content, with a warning (decision 25)',
    how: 'a payment with Polish letters and an ampersand, and its content',
    missing: ({ profile }) => unlessOffered(profile.textCharacters === 'transliterate', 'such texts are refused'),
    run: async (context) => {
      const made = await pay(context, { creditorName: 'Łódź & Wałbrzych' });
      const { body } = await context.client.followNamed(made, 'self');
      const { creditorName, tppMessages } = body as { creditorName?: string; tppMessages?: object[] };
      expectSame('creditorName', creditorName, 'Lodz + Walbrzych');
      for (const messages of [made.body.tppMessages, tppMessages]) expectText('tppMessages', messages, 'creditorName');
    },
  },
  {
    id: 'answers.transliterated: a message',
    group: 'answers',
    rule: 'texts of a pain.001 are transliterated in its content too, and its status has the warning (decision 25)',
    how: 'a bulk payment with Polish letters, its content and its status',
    missing: firstOf(needsBulks, ({ profile }) =>
      unlessOffered(profile.textCharacters === 'transliterate', 'such texts are refused'),
    ),
    run: async (context) => {
      const body = bulkMessage(context).replaceAll('<Cdtr><Nm>Primatelj<', '<Cdtr><Nm>Łódź<');
      const made = await context.ask('POST {bulks}', { headers: { 'Content-Type': 'application/xml' }, body });
      const address = `{bulks}/${String(made.body['paymentId'])}`;
      const { text } = await context.ask(`GET ${address}`, { headers: { Accept: 'application/json' } });
      expectSame('whether the content has it', text.includes('<Nm>Lodz<'), true);
      const status = await context.ask(`GET ${address}/status`);
      for (const { body: told } of [made, status]) expectText('tppMessages', told['tppMessages'], 'Cdtr/Nm');
    },
  },
  {
    id: 'answers.executionDate',
    group: 'answers',
    rule: 'the status ACWC has the new day, in a warning where answers have fields of the standard only (decision 14)',
    how: 'a payment for a Sunday',
    missing: firstOf(authorisable, ({ profile }) =>
      unlessOffered(profile.nonBankingDay === 'shift', 'such days are refused'),
    ),
    run: async (context) => {
      const requestedExecutionDate = dayAhead(0);
      const made = await pay(context, { requestedExecutionDate });
      await context.psuSide.finish(made, context.psu('private'));
      const { executionDate, tppMessages } = await context.psuSide.until(
        async () => (await context.client.followNamed(made, 'status')).body as Record<string, unknown>,
        ({ transactionStatus }) => transactionStatus === 'ACWC',
      );
      if (!context.profile.fieldAliases) {
        expectSame('executionDate', executionDate, undefined);
        return expectText('tppMessages', tppMessages, 'the payment is executed on');
      }
      if (!(String(executionDate) > requestedExecutionDate))
        throw new Mismatch(`executionDate is ${String(executionDate)}`);
    },
  },
  {
    id: 'answers.endedMember',
    group: 'answers',
    rule: 'the content of a basket names the member that was cancelled, where fields beyond the standard are sent (decision 14)',
    how: 'a basket of two payments, of which one is cancelled',
    missing: needsBaskets,
    run: async (context) => {
      const members = [await pay(context, {}, EXPLICIT), await pay(context, {}, EXPLICIT)] as const;
      const basket = await context.client.createSigningBasket({
        headers: preferencesOf(context),
        body: { paymentIds: members.map(({ body }) => body.paymentId) },
      });
      await context.client.cancelPayment({ path: pathOf(context, members[0]) });
      const { body } = await context.client.followNamed(basket, 'self');
      const ended = context.profile.fieldAliases ? [members[0].body.paymentId] : undefined;
      expectSame('endedPayments', (body as { endedPayments?: string[] }).endedPayments, ended);
    },
  },
  {
    id: 'links.wrongPsuAtStart',
    group: 'links',
    rule: 'a wrong PSU-ID at the start of an authorisation is answered with the link of another start (decision 11)',
    how: 'a start that names another PSU than the payment',
    missing: embedded,
    run: async (context) => {
      const { psuId } = context.psu('private');
      const made = await pay(context, {}, { ...EXPLICIT, 'PSU-ID': psuId });
      const refused = await startOf(context, made, { 'PSU-ID': `not-${psuId}` });
      expectSame('status', refused.status, 401);
      expectSame('_links', Object.keys(refused.body['_links'] ?? {}), ['startAuthorisation']);
    },
  },
  {
    id: 'headers.Retry-After.locked',
    group: 'refusals',
    rule: 'the answer for a locked PSU-ID has Retry-After, known or not (decision 21)',
    how: 'wrong passwords for a PSU-ID that nobody has, until it is locked',
    missing: firstOf(embedded, psuMayBeUnknown),
    run: async (context) => {
      const headers = { 'PSU-ID': `nobody-${crypto.randomUUID()}` };
      for (let guess = 0; guess < GUESSES_MAX; guess++) {
        const made = await pay(context, {}, EXPLICIT);
        const refused = await startOf(context, made, headers, { psuData: { password: 'wrong' } });
        if (Number(refused.headers.get('retry-after')) > 0) return;
      }
      throw new Mismatch(`no Retry-After after ${GUESSES_MAX} wrong passwords`);
    },
  },
  {
    id: 'states.authorisation.codeInGroups',
    group: 'states',
    rule: 'blanks in a code are ignored',
    how: 'a code with a blank in its middle',
    missing: embedded,
    run: async (context) => {
      const psu = context.psu('private');
      const made = await pay(context, {}, EMBEDDED);
      let answer: Answer = made;
      for (;;) {
        const step = await context.psuSide.step(Object.keys(linksOf(answer)), psu);
        if (step === undefined) break;
        const isCode = step.link === 'authoriseTransaction';
        const code = isCode ? await context.psuSide.code(psu) : '';
        const grouped = { body: { scaAuthenticationData: `${code.slice(0, 3)} ${code.slice(3)} ` } };
        answer = await context.client.followNamed(answer, step.link, isCode ? grouped : step.sent);
        if (isCode) break;
      }
      expectSame('scaStatus', (answer.body as { scaStatus?: string }).scaStatus, 'finalised');
    },
  },
  {
    id: 'answers.scaMethodUnknown',
    group: 'answers',
    rule: 'the TPP learns that a PSU has no method, with a message for the PSU (decision 21)',
    how: 'the right password of a PSU without a method',
    missing: firstOf(embedded, needsPsu('withoutMethod')),
    run: async (context) => {
      const psu = context.psu('withoutMethod');
      const made = await pay(context, {}, EXPLICIT);
      const started = await startOf(context, made, { 'PSU-ID': psu.psuId }, { psuData: { password: psu.password } });
      expectText('tppMessages', started.body['tppMessages'], 'SCA_METHOD_UNKNOWN');
      expectSame('scaStatus', started.body['scaStatus'], 'failed');
    },
  },
  {
    id: 'answers.directReturn',
    group: 'answers',
    rule: 'after the last step the browser goes to TPP-Redirect-URI at once (decision 22)',
    how: 'a payment approved on the pages of the bank',
    missing: firstOf(needsApproach('REDIRECT'), needsPortal, ({ profile }) =>
      unlessOffered(
        !profile.oauth.integrated && profile.implicitStart.includes('REDIRECT'),
        'PSUs come back from the authorisation server, or the TPP starts the redirect',
      ),
    ),
    run: async (context) => {
      const made = await pay(context, {}, { ...REDIRECT, 'TPP-Explicit-Authorisation-Preferred': 'false' });
      const href = linksOf(made)['scaRedirect']?.href;
      if (href === undefined) throw new Mismatch('no scaRedirect');
      const reached = await context.psuSide.approveOnPages(href, context.psu('private'));
      if (!reached.startsWith(REDIRECT['TPP-Redirect-URI']))
        throw new Mismatch(`it went to ${reached.split(' ', 1)[0] ?? ''}`);
    },
  },
  {
    id: 'answers.supersededConsent',
    group: 'answers',
    rule: 'the answer for a consent replaced by a newer one says so (decision 17)',
    how: 'a read under the older of two recurring consents',
    missing: firstOf(authorisable, needsPsu('poor')),
    run: async (context) => {
      const { body } = await context.ask('GET /v1/accounts', { consent: 'superseded' });
      expectText('the error', body['tppMessages'] ?? body, 'replaced by a newer one');
    },
  },
  ...FAILURE_CHECKS,
  ...VALUES_BY_PROFILE,
];

function startOf(context: TestContext, made: Answer, headers: Record<string, string>, body: object = {}) {
  const start = linksOf(made)['startAuthorisationWithPsuAuthentication'] ?? linksOf(made)['startAuthorisation'];
  return context.ask(`POST ${start?.href ?? ''}`, { headers: { ...EXPLICIT, ...headers }, body });
}
