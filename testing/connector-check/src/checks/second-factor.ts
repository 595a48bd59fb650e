import { identifyPsu, sendChallenge, verifyChallenge, withdrawChallenge } from '@xs2a/contracts';
import { askHook, newestCode } from '../ask-hook.ts';
import { type Check, SIGNING_PARTS } from '../check.ts';
import type { Facts } from '../facts.ts';
import { demand, NotTried } from '../fault.ts';
import { pause, type Session } from '../session.ts';
import { CONTENT_HASH, challenge } from './samples.ts';

const OTHER_HASH = 'bm90IHdoYXQgd2FzIHNob3duIHRvIHRoZSBQU1UuLi4';
const lacksCode = ({ code }: Facts): string | undefined => (code ? undefined : 'code');

/** Checks of codes, and of requests on a device. */
export const SECOND_FACTOR_CHECKS: readonly Check[] = [
  {
    id: 'code.sent',
    rule: 'a code is sent by a method of the PSU',
    source: 'bank.sendChallenge',
    parts: SIGNING_PARTS,
    run: async (session) => void (await sent(session)),
  },
  {
    id: 'code.method-unknown',
    rule: 'a method that the PSU does not have is refused as scaMethodUnknown',
    source: 'bank.sendChallenge',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const request = challenge(session, { authenticationMethodId: 'connector-check-no-method' });
      const { refusal } = await session.refusal(sendChallenge, request);
      demand(refusal === 'scaMethodUnknown', `it is refused as ${refusal}`);
    },
  },
  {
    id: 'code.psu-unknown',
    rule: 'an unknown PSU is refused as psuCredentialsInvalid',
    source: 'bank.sendChallenge',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const { refusal } = await session.refusal(sendChallenge, challenge(session, { psuId: session.facts.unknownPsu }));
      demand(refusal === 'psuCredentialsInvalid', `it is refused as ${refusal}`);
    },
  },
  {
    id: 'code.judged',
    rule: 'a wrong code is rejected, the right one accepted once',
    source: 'bank.verifyChallenge',
    parts: SIGNING_PARTS,
    lacks: lacksCode,
    run: async (session) => {
      const { challengeId, code } = await sent(session);
      demand((await judged(session, challengeId, wrongOf(code))) === 'wrong', 'a wrong code is not wrong');
      demand((await judged(session, challengeId, code)) === 'accepted', 'the right code is not accepted');
      demand((await judged(session, challengeId, code)) === 'wrong', 'the same code is accepted a second time');
    },
  },
  {
    id: 'code.attempt-repeated',
    rule: 'an attempt repeated after a lost answer gets the same verdict',
    source: 'bank.verifyChallenge',
    parts: SIGNING_PARTS,
    lacks: lacksCode,
    run: async (session) => {
      const { challengeId, code } = await sent(session);
      const request = { challengeId, attemptId: crypto.randomUUID(), contentHash: CONTENT_HASH, code };
      const first = await session.ask(verifyChallenge, request);
      const again = await session.ask(verifyChallenge, request);
      demand(first.verdict === 'accepted' && again.verdict === 'accepted', `${first.verdict}, then ${again.verdict}`);
    },
  },
  {
    id: 'code.at-once',
    rule: 'of parallel attempts with the right code one is accepted',
    source: 'bank.verifyChallenge',
    parts: SIGNING_PARTS,
    lacks: lacksCode,
    run: async (session) => {
      const { challengeId, code } = await sent(session);
      const verdicts = await Promise.all(Array.from({ length: 4 }, () => judged(session, challengeId, code)));
      const accepted = verdicts.filter((verdict) => verdict === 'accepted').length;
      demand(accepted === 1, `${accepted} were accepted`);
    },
  },
  {
    id: 'code.linked',
    rule: 'a code is accepted only for the content it was sent for (dynamic linking)',
    source: 'bank.verifyChallenge, RTS 2018/389, Art. 5',
    parts: SIGNING_PARTS,
    lacks: lacksCode,
    run: async (session) => {
      const { challengeId, code } = await sent(session);
      const verdict = await judged(session, challengeId, code, OTHER_HASH);
      demand(verdict === 'wrong', `for another content it is ${verdict}`);
    },
  },
  {
    id: 'code.not-of-other-challenge',
    rule: 'a challenge that was never sent accepts no code',
    source: 'bank.verifyChallenge',
    parts: SIGNING_PARTS,
    lacks: lacksCode,
    run: async (session) => {
      const { code } = await sent(session);
      demand((await judged(session, crypto.randomUUID(), code)) === 'wrong', 'it is not wrong');
    },
  },
  {
    id: 'code.expired',
    rule: 'a code is not accepted after its lifetime',
    source: 'bank.verifyChallenge',
    parts: SIGNING_PARTS,
    lacks: lacksCode,
    run: async (session) => {
      const { challengeId, code } = await sent(session, 1);
      await pause(1_300);
      const verdict = await judged(session, challengeId, code);
      demand(verdict === 'expired', `it is ${verdict}`);
    },
  },
  {
    id: 'code.sent-once',
    rule: 'a repeated challenge sends no further message, and its code stays valid',
    source: 'bank.sendChallenge',
    parts: SIGNING_PARTS,
    lacks: lacksCode,
    run: async (session) => {
      const request = challenge(session, await byMethod(session));
      await session.ask(sendChallenge, request);
      const first = await newestCode(session, marksOf(request));
      await session.ask(sendChallenge, request);
      const again = await newestCode(session, marksOf(request));
      demand(first === again, 'another code was sent');
      demand((await judged(session, request.challengeId, first)) === 'accepted', 'the first code is not accepted');
    },
  },
  {
    id: 'device.withdrawn',
    rule: 'a request on a device can be withdrawn, repeatedly, and an unknown one changes nothing',
    source: 'bank.withdrawChallenge',
    parts: ['devices'],
    lacks: ({ device }) => (device ? undefined : 'device'),
    run: async (session) => {
      const { challengeId } = await prompted(session);
      const { withdrawn } = await session.ask(withdrawChallenge, { challengeId });
      demand(withdrawn, 'a prompt that waits is not withdrawn');
      await session.ask(withdrawChallenge, { challengeId });
      const unknown = await session.ask(withdrawChallenge, { challengeId: crypto.randomUUID() });
      demand(!unknown.withdrawn, 'a prompt that never was is said to be withdrawn');
    },
  },
  {
    id: 'device.answered',
    rule: 'the answer of the PSU on its device is sent, with the hash of the content shown',
    source: 'sca.reportChallenge',
    parts: ['devices'],
    lacks: ({ device }) => (device ? undefined : 'device'),
    run: async (session) => {
      const { challengeId, authorisationId } = await prompted(session);
      const { device } = session.facts;
      if (device !== undefined) await askHook(session, device, { challengeId, authorisationId });
      const { deviceAnswers } = session.xs2a;
      const answer = await session.until(
        () => session.xs2a.deviceAnswers.find((told) => told.challengeId === challengeId),
        session.facts.feedSeconds,
      );
      demand(answer !== undefined, `it is not told (${deviceAnswers.length} others were)`);
      demand(answer.verdict === 'approved' && answer.contentHash === CONTENT_HASH, 'verdict or hash is another');
    },
  },
];

/** Returns a method that sends a code: the one of the facts, or the first that is no device. */
async function byMethod(session: Session): Promise<{ authenticationMethodId: string }> {
  const { authenticationMethodId, psuId } = session.facts.psu;
  if (authenticationMethodId !== undefined) return { authenticationMethodId };
  const psu = await session.ask(identifyPsu, { psuId });
  const typed = psu.known ? psu.scaMethods.find((method) => method.authenticationType !== 'PUSH_OTP') : undefined;
  if (typed === undefined) throw new NotTried('the PSU has no method that brings a code');
  return typed;
}

async function sent(session: Session, lifetimeSeconds = 300): Promise<{ challengeId: string; code: string }> {
  const { authenticationMethodId } = await byMethod(session);
  const request = challenge(session, { authenticationMethodId, lifetimeSeconds });
  await session.ask(sendChallenge, request);
  const code = session.facts.code === undefined ? '' : await newestCode(session, marksOf(request));
  return { challengeId: request.challengeId, code };
}

async function prompted(session: Session): Promise<{ challengeId: string; authorisationId: string }> {
  const { authenticationMethodId = '' } = session.facts.device ?? {};
  const request = challenge(session, { authenticationMethodId });
  await session.ask(sendChallenge, request);
  return marksOf(request);
}

function marksOf({ challengeId, authorisationId = '' }: { challengeId: string; authorisationId?: string | undefined }) {
  return { challengeId, authorisationId };
}

async function judged(
  session: Session,
  challengeId: string,
  code: string,
  contentHash = CONTENT_HASH,
): Promise<string> {
  const attemptId = crypto.randomUUID();
  return (await session.ask(verifyChallenge, { challengeId, attemptId, contentHash, code })).verdict;
}

/** Returns another code of the same form. */
function wrongOf(code: string): string {
  return code.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
}
