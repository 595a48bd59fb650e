import { abandonAuthorisations, type ScaParent } from '@xs2a/contracts';
import { findById } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { expect, it } from 'vitest';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { PSU_ATTEMPTS } from '../model/psu-attempts.ts';
import { enterCode } from '../psu-data/enter-code.ts';

const services = forAllTests(() => startServices('bank', 'sca'));

/** Returns an authorisation as read by the request that has its right code, and the code. */
async function awaitingCode(): Promise<{ parent: ScaParent; found: Authorisation; code: string; context: ScaContext }> {
  const { kit } = services.running.sca;
  const parent: ScaParent = { kind: 'payment', id: crypto.randomUUID() };
  const authorisation = new TppAuthorisation(services.bus, { parent });
  await authorisation.start();
  await authorisation.password('psu-private');
  await authorisation.select('sms');
  const authorisations = kit.collection(AUTHORISATIONS);
  const found = await findById(authorisations, authorisation.id);
  if (found === null) throw new Error('the authorisation is not stored');
  const context = { ...kit, authorisations, psuAttempts: kit.collection(PSU_ATTEMPTS) } as unknown as ScaContext;
  return { parent, found, code: await newestCode(services.bus), context };
}

it('a right code whose parent ends before the code is verified is refused as too late, not as wrong', async () => {
  const { parent, found, code, context } = await awaitingCode();
  await services.bus.ask(abandonAuthorisations, { parent });
  await expect(enterCode(context, found, code, undefined)).rejects.toMatchObject({ situation: 'authorisationFailed' });
});

it('a right code that another request uses first is refused as a conflict, not as wrong', async () => {
  const { found, code, context } = await awaitingCode();
  await context.authorisations.updateOne({ _id: found._id }, { $set: { scaStatus: 'finalised' } });
  await expect(enterCode(context, found, code, undefined)).rejects.toMatchObject({ situation: 'statusConflict' });
});
