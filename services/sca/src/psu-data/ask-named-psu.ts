import type { Language } from '@xs2a/approvals';
import { identifyPsu as askBank, type PsuData, type ScaMethod, Xs2aError } from '@xs2a/contracts';
import { advance, toRefusal } from '@xs2a/service-kit';
import { inConstantTime } from '../attempts/constant-time.ts';
import { countPsuChallenge, reservePsuChallenge } from '../attempts/psu-challenges.ts';
import { psuFields } from '../authentication/psu-fields.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import { challengeUntil } from '../challenges/new-challenge.ts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { approvalObstacle } from '../psu/approval-obstacle.ts';
import { methodsPicked } from '../psu/methods-picked.ts';

interface Input {
  readonly language: Language;
  /** The device that the TPP names; by default the first one. */
  readonly authenticationMethodId?: string;
}

interface Device {
  readonly method: ScaMethod;
  readonly fields: Partial<Authorisation>;
}

/**
 * Has the device of a PSU prompted before the PSU has shown a factor. If no device can be prompted (an unknown PSU, a PSU without
 * a device, another PSU's account), everything happens as with a device that nobody answers: the same responses in the same time.
 */
export function askNamedPsu(
  context: ScaContext,
  authorisation: Authorisation,
  named: PsuData,
  input: Input,
): Promise<Authorisation> {
  return inConstantTime(
    () => true,
    () => ask(context, authorisation, named, input),
  );
}

async function ask(
  context: ScaContext,
  authorisation: Authorisation,
  namedPsu: PsuData,
  input: Input,
): Promise<Authorisation> {
  const { psuId, corporateId } = namedPsu;
  const named = { ...authorisation, namedPsu, ...(corporateId !== undefined && { namedCompany: corporateId }) };
  const device = await deviceOf(context, named, namedPsu, input.authenticationMethodId);
  const identified = await storeIdentified(context, authorisation, { ...device?.fields, namedPsu });
  if (device === undefined) return askNobody(context, identified, psuId);
  try {
    return (await sendChallenge(context, identified, device.method, input.language)).authorisation;
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    // The challenge could not be sent now. The TPP may name the PSU again.
    return identified;
  }
}

async function deviceOf(
  context: ScaContext,
  named: Authorisation,
  { psuId, corporateId }: PsuData,
  authenticationMethodId: string | undefined,
): Promise<Device | undefined> {
  const ofCompany = corporateId !== undefined && { corporateId };
  const psu = await context.bus.ask(askBank, { psuId, ...ofCompany, tppId: named.tppId });
  if (!psu.known || approvalObstacle(named, psu, psuId) !== undefined) return undefined;
  const fields = await psuFields(context, named, psu, psuId);
  const method = methodsPicked(fields.scaMethods, named.pickedMethod).find(
    (offered) => authenticationMethodId === undefined || offered.authenticationMethodId === authenticationMethodId,
  );
  return method && { method, fields };
}

/** A PSU named again is already identified, unless it was named while the approach was open. */
async function storeIdentified(
  context: ScaContext,
  authorisation: Authorisation,
  set: Partial<Authorisation> & { namedPsu: PsuData },
): Promise<Authorisation> {
  const { corporateId } = set.namedPsu;
  const { _id, scaStatus } = authorisation;
  if (scaStatus === 'psuIdentified') {
    if (set.psu === undefined || authorisation.psu !== undefined) return authorisation;
    const isFirst = { _id, scaStatus, psu: { $exists: false } };
    const stored = await context.authorisations.findOneAndUpdate(isFirst, { $set: set }, { returnDocument: 'after' });
    if (stored === null) throw new Xs2aError('statusConflict');
    return stored;
  }
  const identified = await advance(AUTHORISATIONS, context.authorisations, authorisation, 'identified', {
    at: context.now(),
    by: authorisation.tppId,
    set: { ...set, ...(corporateId !== undefined && { namedCompany: corporateId }) },
  });
  if (identified === null) throw new Xs2aError('statusConflict');
  return identified;
}

/** Simulates a prompt that nobody answers, within the limit of unanswered challenges. */
async function askNobody(context: ScaContext, identified: Authorisation, psuId: string): Promise<Authorisation> {
  if (!(await reservePsuChallenge(context, psuId))) {
    return (await endAuthorisation(context, identified, 'failed', 'sca'))?.authorisation ?? identified;
  }
  await countPsuChallenge(context, psuId);
  const at = context.now();
  const waiting = await advance(AUTHORISATIONS, context.authorisations, identified, 'opened', {
    at,
    by: identified.tppId,
    set: { openUntil: challengeUntil(context.profile, at) },
  });
  if (waiting === null) throw new Xs2aError('statusConflict');
  return waiting;
}
