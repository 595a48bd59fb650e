import { type Answer, linksOf } from '@xs2a/client';
import { type Check, expectSame, Mismatch } from '../check.ts';
import { firstOf, needsApproach } from '../checks/offered-features.ts';
import { EXPLICIT, pay } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import { inOwnSandbox, needsOwnSandbox } from './own-sandbox.ts';

const CODE = 'authoriseTransaction';

/** Continues until the code of the PSU is awaited. */
async function awaitingCode(context: TestContext, made: Answer): Promise<Answer> {
  let answer = made;
  while (linksOf(answer)[CODE] === undefined) {
    const step = await context.psuSide.step(Object.keys(linksOf(answer)), context.psu('private'));
    if (step === undefined) throw new Mismatch('no code is awaited');
    answer = await context.client.followNamed(answer, step.link, step.sent);
  }
  return answer;
}

const messageOf = ({ body }: Pick<Answer, 'body'>): string => String((body as { psuMessage?: string }).psuMessage);

/** Checks of events that shared test users cannot have. */
export const SANDBOX_CHECKS: readonly Check[] = [
  {
    id: 'answers.codeExpired',
    group: 'answers',
    rule: 'the answer to an expired code says so, with a link to the next step, and the code is not requested again (decision 21)',
    how: 'the right code after it expired, the scaStatus then, and the link; in a sandbox of its own',
    missing: firstOf(needsApproach('EMBEDDED'), needsOwnSandbox),
    run: (shared) =>
      inOwnSandbox(shared, async ({ context, simulate }) => {
        const psu = context.psu('private');
        const made = await pay(context, {}, EXPLICIT);
        const challenged = await awaitingCode(context, made);
        const { scaStatus: awaited } = challenged.body as { scaStatus?: string };
        const body = { scaAuthenticationData: await context.psuSide.code(psu) };
        await simulate({ what: 'codesExpire' });
        await context.client.followNamed(challenged, CODE, { body }).catch(() => undefined);
        const refused = context.box.seen.at(-1);
        if (refused === undefined) throw new Mismatch('nothing was answered');
        expectSame('status', refused.status, 401);
        if (!/code has expired/.test(refused.text)) throw new Mismatch(`it does not say so: ${refused.text}`);
        const remedy = context.profile.methodMayChange ? 'selectAuthenticationMethod' : 'startAuthorisation';
        const links = linksOf(refused);
        expectSame('_links', Object.keys(links), [remedy]);
        const status = await context.client.followNamed(challenged, 'scaStatus');
        expectSame('scaStatus', (status.body as { scaStatus?: string }).scaStatus, awaited);
        if (messageOf(status).includes(messageOf(challenged)))
          throw new Mismatch(`it is asked for again: ${messageOf(status)}`);
        if (context.profile.methodMayChange) return;
        const start = `POST ${links[remedy]?.href ?? ''}`;
        const again = await context.ask(start, { headers: { ...EXPLICIT, 'PSU-ID': psu.psuId }, body: {} });
        expectSame('status of another start', again.status, 201);
        const next = await awaitingCode(context, { ...challenged, body: again.body });
        expectSame('the end', await context.psuSide.finish(next, psu), 'finalised');
      }),
  },
];
