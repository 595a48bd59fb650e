import type { ScaParent } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { expect, it, vi } from 'vitest';
import { AUTHORISATIONS } from '../model/authorisation.ts';
import { abandonAuthorisations } from './abandon-authorisations.ts';

const services = forAllTests(() => startServices('bank', 'sca'));

it('open authorisations of a parent that has ended fail, even if a step is taken at the same moment', async () => {
  const { bus, profile, outbox, now, collection } = services.running.sca.kit;
  const parent: ScaParent = { kind: 'payment', id: crypto.randomUUID() };
  const [moving, resting] = [
    new TppAuthorisation(services.bus, { parent }),
    new TppAuthorisation(services.bus, { parent }),
  ];
  for (const authorisation of [moving, resting]) await authorisation.start();
  const authorisations = collection(AUTHORISATIONS);
  const find = authorisations.find.bind(authorisations);
  // The step is taken after the open authorisations were found, and before they are failed.
  vi.spyOn(authorisations, 'find').mockImplementationOnce((filter = {}) => {
    const cursor = find(filter);
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      const open = await toArray();
      await moving.identify('psu-private');
      return open;
    };
    return cursor;
  });
  const reply = await abandonAuthorisations({ authorisations, bus, profile, outbox, now }, { parent });
  expect(reply).toEqual({ abandoned: 2 });
  for (const authorisation of [moving, resting]) expect((await authorisation.status()).scaStatus).toBe('failed');
});
