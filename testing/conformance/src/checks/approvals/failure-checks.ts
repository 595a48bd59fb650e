import { type Answer, linksOf } from '@xs2a/client';
import { type Check, expectSame, Mismatch, NotGiven } from '../../check.ts';
import { DECOUPLED, EXPLICIT, pay } from '../../sca-preferences.ts';
import type { TestContext } from '../../test-context.ts';
import { cancellationByPsu, MAKE } from '../links/made-resources.ts';
import {
  firstOf,
  type Missing,
  needsApproach,
  needsCancellationSca,
  needsPsu,
  unlessGiven,
} from '../offered-features.ts';

const embedded = needsApproach('EMBEDDED');
const needsDevice: Missing = ({ facts }) =>
  unlessGiven(facts.psus.private.device !== undefined, 'the facts name no device');

const encryptedLinksOf = (answer: { readonly body: unknown }): string[] =>
  Object.keys(linksOf(answer as Answer)).filter((name) => name.includes('Encrypted'));

function startAuthorisation(context: TestContext, made: Answer, headers: Record<string, string>) {
  const start = Object.keys(linksOf(made)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  return context.ask(`POST ${linksOf(made)[start]?.href ?? ''}`, { headers: { ...EXPLICIT, ...headers }, body: {} });
}

/** Returns what the TPP and the PSU read about a failed authorisation on the device. */
function failureTextsOf({ body }: { readonly body: unknown }): {
  scaStatus?: string;
  psuMessage?: string;
  warnings: string;
} {
  const { tppMessages, ...texts } = body as { scaStatus?: string; psuMessage?: string; tppMessages?: object[] };
  return { ...texts, warnings: JSON.stringify(tppMessages ?? []) };
}

/** Checks of the answers to authorisations that cannot start or that fail. */
export const FAILURE_CHECKS: readonly Check[] = [
  {
    id: 'links.wrongPsuAtStart.cancellation',
    group: 'links',
    rule: 'a wrong PSU-ID at the start of a cancellation authorisation is answered with 401 and the link startAuthorisation (decision 11)',
    how: 'starts with the PSU-ID of another PSU, then follows the returned link with the right one',
    missing: firstOf(embedded, needsCancellationSca),
    run: async (context) => {
      const { psuId } = context.psu('private');
      const asked = await cancellationByPsu(context);
      const refused = await startAuthorisation(context, asked, { 'PSU-ID': `not-${psuId}` });
      expectSame('status', refused.status, 401);
      expectSame('_links', Object.keys(linksOf(refused)), ['startAuthorisation']);
      const again = await startAuthorisation(context, refused as unknown as Answer, { 'PSU-ID': psuId });
      expectSame('status of another start', again.status, 201);
      expectSame('path of the new authorisation', again.path.endsWith('/cancellation-authorisations'), true);
    },
  },
  {
    id: 'links.notEncryptedInCancellations',
    group: 'links',
    rule: 'the authorisation of a cancellation offers no link for an encrypted password (decision 14)',
    how: 'starts authorisations of a payment and of a cancellation; inspects all cancellation answers of the run',
    missing: firstOf(embedded, needsCancellationSca),
    run: async (context) => {
      const headers = { 'PSU-ID': context.psu('private').psuId };
      const [made, asked] = [await pay(context, {}, EXPLICIT), await MAKE.cancellation(context, EXPLICIT)];
      const ofPayment = [made, await startAuthorisation(context, made, headers)].map(encryptedLinksOf);
      if (ofPayment.flat().length === 0) throw new NotGiven('the bank takes no encrypted passwords');
      const ofCancellation = [asked, await startAuthorisation(context, asked, headers)].map(encryptedLinksOf);
      expectSame('links of the cancellation', ofCancellation, [[], []]);
      const wrong = context.box.seen.find(
        ({ path, text }) => path.includes('/cancellation-authorisations') && /Encrypted/.test(text),
      );
      if (wrong !== undefined)
        throw new Mismatch(`${wrong.method} ${wrong.path} offers a link for an encrypted password`);
    },
  },
  {
    id: 'answers.scaMethodUnknown.device',
    group: 'answers',
    rule: 'SCA_METHOD_UNKNOWN and a psuMessage are returned if the PSU has no device, not if it declined (decision 21)',
    how: 'decoupled: the password of a PSU without a device; a PSU that declines on its device',
    missing: firstOf(needsApproach('EMBEDDED', 'DECOUPLED'), needsDevice, needsPsu('withoutMethod')),
    run: async (context) => {
      const [without, psu] = [context.psu('withoutMethod'), context.psu('private')];
      const start = async (psuId: string, body: object): Promise<Answer> => {
        const made = await pay(context, {}, { ...EXPLICIT, ...DECOUPLED });
        const link = Object.keys(linksOf(made)).find((name) => name.startsWith('startAuthorisation')) ?? '';
        return context.client.followNamed(made, link, { headers: { ...DECOUPLED, 'PSU-ID': psuId }, body });
      };
      const noDevice = failureTextsOf(await start(without.psuId, { psuData: { password: without.password } }));
      expectSame('scaStatus', noDevice.scaStatus, 'failed');
      expectSame('SCA_METHOD_UNKNOWN in tppMessages', noDevice.warnings.includes('SCA_METHOD_UNKNOWN'), true);
      const asked = await start(psu.psuId, {});
      await context.psuSide.answerDevice(psu, false);
      await context.psuSide.untilEnded(asked);
      const declined = failureTextsOf(await context.client.followNamed(asked, 'scaStatus'));
      expectSame('scaStatus', declined.scaStatus, 'failed');
      expectSame('SCA_METHOD_UNKNOWN in tppMessages', declined.warnings.includes('SCA_METHOD_UNKNOWN'), false);
      if ((noDevice.psuMessage ?? '') === '' || noDevice.psuMessage === declined.psuMessage)
        throw new Mismatch(`the PSU is not told why: ${noDevice.psuMessage}`);
    },
  },
];
