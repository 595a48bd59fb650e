import { linksOf } from '@xs2a/client';
import { Mismatch } from '../check.ts';
import { confirmationIn, scaStatusOf } from '../psu-side.ts';
import { pay, REDIRECT } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import { scaJourney } from './authorisation-journeys.ts';
import type { Journey } from './journey.ts';
import { firstOf, needsApproach, needsPortal, unlessOffered } from './offered-features.ts';

/** The PSU has approved on the pages of the bank; the approval takes effect once the TPP proves that the browser has returned. */
async function confirmed(context: TestContext, note: (status: string) => void, isRight: boolean): Promise<void> {
  const made = await pay(context, {}, { ...REDIRECT, 'TPP-Explicit-Authorisation-Preferred': 'true' });
  const started = await context.client.follow(made, 'startAuthorisation', { headers: REDIRECT, body: {} });
  note(started.body.scaStatus);
  const page = await context.psuSide.approveOnPages(
    started.body._links.scaRedirect?.href ?? '',
    context.psu('private'),
  );
  const waiting = await context.client.followNamed(started, 'scaStatus');
  note(scaStatusOf(waiting));
  if (linksOf(waiting)['confirmation'] === undefined) throw new Mismatch('scaStatus has no link confirmation');
  const confirmationCode = isRight ? (confirmationIn(page) ?? '') : 'somebody-elses';
  note(scaStatusOf(await context.client.followNamed(waiting, 'confirmation', { body: { confirmationCode } })));
}

const missing = firstOf(
  ({ profile }) => unlessOffered(profile.authorisationConfirmation, 'the profile asks for no confirmation'),
  needsApproach('REDIRECT'),
  needsPortal,
  ({ profile }) => unlessOffered(!profile.oauth.integrated, 'an access token confirms, not a code'),
);
const UNTIL_CONFIRMATION = ['authenticated', 'methodSelected', 'confirmationAwaited'];

export const CONFIRMATION_JOURNEYS: readonly Journey[] = [
  scaJourney(
    'by redirect, confirmed',
    'a redirect counts once the TPP sent back the code that the browser brought it (9.4)',
    [...UNTIL_CONFIRMATION, 'confirmed'],
    (context, note) => confirmed(context, note, true),
    missing,
  ),
  scaJourney(
    'by redirect, confirmed wrongly',
    'a wrong code ends it: somebody else approved for this PSU (9.4)',
    [...UNTIL_CONFIRMATION, 'failed'],
    (context, note) => confirmed(context, note, false),
    missing,
  ),
];
