import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticatePsu, beginFactor } from '@xs2a/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askForConsent, situationOf } from '../system/ask-as-gateway.ts';
import { TppAuthorisation } from '../system/authorise-as-tpp.ts';
import { signedIn } from '../system/own-factors.ts';
import { type Rooms, runRoomsOf } from '../system/run-rooms.ts';

let folder: string;
let rooms: Rooms;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profile-'));
  const profile = join(folder, 'profile.yaml');
  await writeFile(profile, 'preset: hr-full\nownFactors: []\n');
  rooms = await runRoomsOf(profile, 'bank', 'sca', 'consent');
});
afterAll(async () => {
  await rooms[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

it('a bank whose profile offers no factors of our own takes none up', async () => {
  const session = await signedIn(rooms);
  for (const kind of ['passkey', 'totp'] as const)
    expect(await situationOf(rooms.bus.ask(beginFactor, { session, kind }))).toBe('scaMethodUnknown');
});

it('and offers none that were added before', async () => {
  const of = { createdAt: new Date(), loginId: 'before' };
  const sca = rooms.database('sca');
  await sca
    .collection<{ _id: string; [field: string]: unknown }>('totpSecrets')
    .insertOne({ _id: 'psu-private', secret: 's', lastStep: 0, ...of });
  const device = { name: 'Laptop', publicKey: 'k', counter: 0, userHandle: 'h', deviceType: 'singleDevice' };
  const passkey = { _id: 'id', psuId: 'psu-private', ...device, ...of };
  await sca.collection<{ _id: string; [field: string]: unknown }>('passkeys').insertOne(passkey);
  const { authorisation } = await askForConsent(rooms.bus);
  const { view } = await rooms.bus.ask(authenticatePsu, {
    redirectReference: authorisation?.redirectReference ?? '',
    psuId: 'psu-private',
    password: 'psu-private-pass',
  });
  const types = view.scaMethods?.map(({ authenticationType }) => authenticationType);
  expect(types).toEqual(['SMS_OTP', 'PUSH_OTP', 'PHOTO_OTP']);
});

it('nor through a TPP', async () => {
  const authorisation = new TppAuthorisation(rooms.bus);
  await authorisation.start();
  const { scaMethods = [] } = await authorisation.password('psu-private');
  expect(scaMethods.map(({ authenticationType }) => authenticationType)).toEqual(['SMS_OTP', 'PUSH_OTP', 'PHOTO_OTP']);
});
