import { readFileSync } from 'node:fs';
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  nkeyAuthenticator,
  nkeys,
  PermissionViolationError,
} from '@nats-io/transport-node';
import {
  addressOf,
  CALLERS,
  checkFunds,
  inboxPrefixOf,
  PARTICIPANTS,
  type Participant,
  PROBE,
  PROFILES_SUBJECT_FORMER,
  profilesOf,
  SERVICE_NAMES,
  serviceOf,
} from '@xs2a/contracts';
import { Bus, BusConfig, nkeyFile } from '@xs2a/service-kit';
import { forAllTests, natsServer, testIdentities, testIdentity } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';

const OPERATIONS = Object.keys(CALLERS);
const REPLICA = 'r1';
const inboxOf = (participant: string): string => `${inboxPrefixOf(participant)}.x.1`;
/** Subjects that nothing uses. */
const NOBODYS = [
  '>',
  '*',
  '*.>',
  'bank.>',
  'sca.*',
  '*.at.>',
  '_INBOX.>',
  '$SYS.>',
  '$JS.API.>',
  'xs2a.other',
  'xs2a.*',
];

const nats = forAllTests(() => natsServer());

async function connectAs(participant: Participant): Promise<{ connection: NatsConnection; refused: string[] }> {
  const seed = new TextEncoder().encode(readFileSync(nkeyFile(testIdentities(), participant), 'utf8').trim());
  const authenticator = nkeyAuthenticator(seed);
  const connection = await connect({ servers: nats.url, authenticator, inboxPrefix: inboxPrefixOf(participant) });
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type !== 'error' || !(status.error instanceof PermissionViolationError)) continue;
      refused.push(`${status.error.operation} ${status.error.subject}`);
    }
  })();
  return { connection, refused };
}

/** Waits until the server has refused the expected number of messages; the client reports them a moment later. */
async function settled(refused: readonly string[], count: number): Promise<string[]> {
  await expect.poll(() => refused.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return refused.toSorted();
}

/** Every subject in use, and some that are not. */
const SUBJECTS = [
  ...OPERATIONS,
  ...OPERATIONS.map((subject) => addressOf(subject, REPLICA)),
  ...SERVICE_NAMES.map((service) => addressOf(`${service}.${PROBE}`, REPLICA)),
  ...PARTICIPANTS.map(inboxOf),
  ...SERVICE_NAMES.map(profilesOf),
  PROFILES_SUBJECT_FORMER,
];

/** Repeats the rule, without the generator: what a participant may publish. */
function mayPublish(participant: Participant, subject: string): boolean {
  const plain = subject.replace(`.at.${REPLICA}.`, '.');
  if (subject === PROFILES_SUBJECT_FORMER) return SERVICE_NAMES.some((name) => name === participant);
  if (subject.startsWith('xs2a.profiles.')) return subject === `xs2a.profiles.${participant}`;
  if (plain.endsWith(`.${PROBE}`)) {
    return OPERATIONS.some((one) => serviceOf(one) === serviceOf(plain) && CALLERS[one]?.includes(participant));
  }
  return CALLERS[plain]?.includes(participant) === true;
}

function maySubscribe(participant: Participant, subject: string): boolean {
  if (subject.startsWith('xs2a.profiles')) return SERVICE_NAMES.some((name) => name === participant);
  return subject === inboxOf(participant) || serviceOf(subject) === participant;
}

describe.each(PARTICIPANTS)('with the identity of %s', (participant) => {
  it('the server refuses to publish on every subject of others, and on none of its own', async () => {
    const { connection, refused } = await connectAs(participant);
    const tried = [...SUBJECTS, 'xs2a.other', 'xs2a.profiles.nobody', '$SYS.REQ.SERVER.PING', '_INBOX.x.1'];
    for (const subject of tried) connection.publish(subject, '{}');
    await connection.flush();
    const expected = tried.filter((subject) => !mayPublish(participant, subject));
    const said = await settled(refused, expected.length);
    expect(said).toEqual(expected.map((subject) => `publish ${subject}`).toSorted());
    expect(refused.length).toBeGreaterThan(SUBJECTS.length / 2);
    await connection.close();
  });

  it('the server refuses to subscribe to every subject of others, and to none of its own', async () => {
    const { connection, refused } = await connectAs(participant);
    const tried = [...SUBJECTS, ...NOBODYS];
    for (const subject of tried) connection.subscribe(subject, { callback: () => undefined });
    await connection.flush();
    const expected = tried.filter((subject) => NOBODYS.includes(subject) || !maySubscribe(participant, subject));
    const said = await settled(refused, expected.length);
    expect(said).toEqual(expected.map((subject) => `subscription ${subject}`).toSorted());
    await connection.close();
  });
});

describe('a participant of the bus', () => {
  const busOf = (participant: Participant): Promise<Bus> =>
    Bus.connect(BusConfig.parse({ NATS_URL: nats.url, ...testIdentity(participant) }), participant);

  it('answers the requests it received, several times, and no others', async () => {
    const bank = await connectAs('bank');
    const { connection, refused } = bank;
    connection.subscribe(checkFunds.subject, {
      queue: 'bank',
      callback: (_, message) => {
        for (let sign = 0; sign < 20; sign++) message.respond('');
        message.respond('{"fundsAvailable":true}');
      },
    });
    await connection.flush();
    const asker = await connectAs('payments');
    let answers = 0;
    asker.connection.subscribe(inboxOf('payments'), { callback: () => void answers++ });
    asker.connection.publish(checkFunds.subject, '{}', { reply: inboxOf('payments') });
    await expect.poll(() => answers).toBe(21);
    expect(refused).toEqual([]);
    connection.publish(inboxOf('accounts'), 'forged');
    await connection.flush();
    expect(await settled(refused, 1)).toEqual([`publish ${inboxOf('accounts')}`]);
    await Promise.all([connection.close(), asker.connection.close()]);
  });

  it('gets the refusal of a forbidden request at once, without waiting for an answer', async () => {
    const accounts = await busOf('accounts');
    const refused: unknown = await accounts.send('payments.readPayment', {}, 'read').catch((error: unknown) => error);
    expect(refused).toMatchObject({
      situation: 'serviceUnavailable',
      cause: { message: 'the bus does not permit to ask payments.readPayment' },
    });
    // A client that had waited for progress messages would report silence.
    await accounts.close();
  });

  it('is refused with a key that no participant has', async () => {
    const authenticator = nkeyAuthenticator(nkeys.createUser().getSeed());
    await expect(connect({ servers: nats.url, authenticator, reconnect: false })).rejects.toThrow(AuthorizationError);
  });
});
