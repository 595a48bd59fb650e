import { expect, it } from 'vitest';
import { startGateway } from '../test/start-gateway.ts';

it('warns at its start of each setting that may be an obstacle to TPPs, with the source', async () => {
  await using gateway = await startGateway({ PROFILE: 'hr-basic' });
  const warned = gateway.logLines().filter(({ event }) => event === 'settingMayBeObstacle');
  expect(warned.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^debtorAccount: .*EBA\/OP\/2020\/10/)]);
});
