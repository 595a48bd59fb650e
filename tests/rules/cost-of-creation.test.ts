import { expect, it } from 'vitest';
import { askForConsent, askForPayment } from '../system/ask-as-gateway.ts';
import { runRooms } from '../system/run-rooms.ts';

it.each([
  ['consent', askForConsent, 'consents'],
  ['payments', askForPayment, 'payments'],
] as const)('a creation costs %s one write, and sca one for the authorisation', async (owner, create, collection) => {
  await using rooms = await runRooms('sca', owner);
  const written = async (room: 'sca' | 'consent' | 'payments', name: string): Promise<number> => {
    const database = rooms.database(room);
    const writes = { ns: `${database.databaseName}.${name}`, op: { $in: ['insert', 'update', 'remove'] } };
    return database.collection('system.profile').countDocuments(writes);
  };
  for (const room of [owner, 'sca'] as const) await rooms.database(room).command({ profile: 2 });
  await create(rooms.bus);
  expect(await written(owner, collection)).toBe(1);
  expect(await written('sca', 'authorisations')).toBe(1);
});
