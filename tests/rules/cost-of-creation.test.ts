import { askForConsent, askForPayment } from '@xs2a/test-system/ask-as-gateway';
import { startServices } from '@xs2a/test-system/start-services';
import { expect, it } from 'vitest';

it.each([
  ['consent', askForConsent, 'consents'],
  ['payments', askForPayment, 'payments'],
] as const)('a creation costs %s one write, and sca one for the authorisation', async (owner, create, collection) => {
  await using services = await startServices('sca', owner);
  const written = async (room: 'sca' | 'consent' | 'payments', name: string): Promise<number> => {
    const database = services.database(room);
    const writes = { ns: `${database.databaseName}.${name}`, op: { $in: ['insert', 'update', 'remove'] } };
    return database.collection('system.profile').countDocuments(writes);
  };
  for (const room of [owner, 'sca'] as const) await services.database(room).command({ profile: 2 });
  await create(services.bus);
  expect(await written(owner, collection)).toBe(1);
  expect(await written('sca', 'authorisations')).toBe(1);
});
