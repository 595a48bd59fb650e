import { type Answer, linksOf } from '@xs2a/client';
import type { Seen } from '../black-box.ts';
import { type Check, expectSame, Mismatch, NotGiven } from '../check.ts';
import { needsApproach, psuMayBeUnknown } from '../checks/offered-features.ts';
import { wrongCode } from '../psu-side.ts';
import { EMBEDDED, EXPLICIT, pay } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';

const RULE = 'the same update under the same X-Request-ID gets the same answer (decision 2)';
const embedded = needsApproach('EMBEDDED');

/** Links for updates through the TPP, and the data sent there. */
const UPDATES = {
  password: 'updatePsuAuthentication',
  method: 'selectAuthenticationMethod',
  code: 'authoriseTransaction',
} as const;

/** Returns a payment whose authorisation is at the step of a link, and the PSU's data for that step. */
async function upTo(context: TestContext, link: string) {
  const psu = context.psu('private');
  const made = await pay(context, {}, EXPLICIT);
  const headers = { ...EMBEDDED, 'PSU-ID': psu.psuId };
  const start = Object.keys(linksOf(made)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  // Without a password, so that it comes in a separate update.
  let answer: Answer = await context.client.followNamed(made, start, { headers, body: {} });
  for (;;) {
    const step = await context.psuSide.step(Object.keys(linksOf(answer)), psu);
    if (step === undefined) throw new NotGiven(`no step has the link ${link}`);
    if (step.link === link) return { answer, step };
    answer = await context.client.followNamed(answer, step.link, step.sent);
  }
}

const lastOf = ({ box }: TestContext): Seen => {
  const last = box.seen.at(-1);
  if (last === undefined) throw new Mismatch('nothing was answered');
  return last;
};

/** The same update of an authorisation, sent twice with one X-Request-ID: the PSU-ID, permitted in every approach. */
const PSU_ID: Check = {
  id: 'answers.taken: a repeated update of an authorisation',
  group: 'answers',
  endpoint: 'updatePaymentPsuData',
  rule: RULE,
  how: 'PUT of the PSU-ID to an authorisation, twice',
  missing: psuMayBeUnknown,
  run: async (context) => {
    const { paymentId } = (await pay(context, {}, EXPLICIT)).body;
    const started = await context.ask(`POST {sepa}/${paymentId}/authorisations`, { body: {} });
    const { authorisationId } = started.body as { authorisationId: string };
    const headers = { 'X-Request-ID': crypto.randomUUID(), 'PSU-ID': context.psu('private').psuId };
    const send = (): Promise<Seen> =>
      context.ask(`PUT {sepa}/${paymentId}/authorisations/${authorisationId}`, { headers, body: {} });
    const first = await send();
    expectSame('status', first.status, 200);
    const again = await send();
    expectSame('the second answer', [again.status, again.text], [first.status, first.text]);
  },
};

const repeated = (what: keyof typeof UPDATES): Check => ({
  id: `answers.taken: a repeated ${what}`,
  group: 'answers',
  endpoint: 'updatePaymentPsuData',
  rule: RULE,
  how: `PUT of the ${what} to an authorisation, twice`,
  missing: embedded,
  run: async (context) => {
    const { answer, step } = await upTo(context, UPDATES[what]);
    const sent = { ...step.sent, requestId: crypto.randomUUID() };
    const first = await context.client.followNamed(answer, step.link, sent);
    const again = await context.client.followNamed(answer, step.link, sent);
    expectSame('the second answer', [again.status, again.text], [first.status, first.text]);
    // The update took effect exactly once: the journey continues from its answer.
    expectSame('the end', await context.psuSide.finish(first, context.psu('private')), 'finalised');
  },
});

const WRONG_CODE: Check = {
  id: 'answers.taken: a repeated wrong code',
  group: 'answers',
  endpoint: 'updatePaymentPsuData',
  rule: 'a refused update is refused again with the same X-Request-ID, and uses one attempt (decision 2)',
  how: 'a wrong code, as often as wrong codes end an authorisation; then the right one',
  missing: embedded,
  run: async (context) => {
    const { answer, step } = await upTo(context, UPDATES.code);
    const scaAuthenticationData = wrongCode(await context.psuSide.code(context.psu('private')));
    const sent = { body: { scaAuthenticationData }, requestId: crypto.randomUUID() };
    const texts = new Set<string>();
    for (let time = 0; time <= context.profile.limits.wrongCredentialsMax; time++) {
      await context.client.followNamed(answer, step.link, sent).catch(() => undefined);
      const { status, text } = lastOf(context);
      expectSame('status', status, 401);
      texts.add(text);
    }
    expectSame('different answers', texts.size, 1);
    expectSame('the end', await context.psuSide.finish(answer, context.psu('private')), 'finalised');
  },
};

/** Networks lose answers: a repeated request is no second input of the PSU. */
export const REPEATED_UPDATES: readonly Check[] = [
  PSU_ID,
  repeated('password'),
  repeated('method'),
  repeated('code'),
  WRONG_CODE,
];
