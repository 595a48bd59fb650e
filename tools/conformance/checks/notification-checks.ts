import { type Answer, linksOf } from '@xs2a/client';
import {
  type NotificationContent,
  reachableFrom,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { type Check, expectSame, Mismatch } from '../check.ts';
import { askConsent, type Listening } from '../listening.ts';
import { type Receiver, type Told } from '../receiver.ts';
import { approved, consentFor, EMBEDDED, EXPLICIT, pay, wishesOf } from '../wishes.ts';
import type { World } from '../world.ts';
import { firstOf, lacking, type Missing, needsApproach, needsBaskets, needsFunds } from './what-is-offered.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SUPPORT = 'ASPSP-Notification-Support';
const CONTENT = 'ASPSP-Notification-Content';

const offers =
  (...contents: NotificationContent[]): Missing =>
  ({ profile }) =>
    lacking(
      contents.every((content) => profile.notifications.contents.includes(content)),
      `notifications of ${contents.join(' and ')} are not offered`,
    );
const offersSome: Missing = ({ profile }) =>
  lacking(profile.notifications.contents.length > 0, 'notifications are not offered');

type Wished = (content: string) => Record<string, string>;

/** Resource status notification (decision 27): what is announced, and what comes. */
export function notificationChecks(listening: Listening): Check[] {
  const check = (
    name: string,
    rule: string,
    how: string,
    missing: Missing,
    run: (world: World, receiver: Receiver, wished: Wished) => Promise<void>,
  ): Check => ({
    id: `notifications.${name}`,
    group: 'notifications',
    header: 'TPP-Notification-URI',
    rule: `${rule} (decision 27)`,
    how,
    missing,
    run: async (world) => {
      const receiver = await listening.receiver(world);
      await run(world, receiver, (content) => ({
        'TPP-Notification-URI': receiver.url,
        'TPP-Notification-Content-Preferred': `status=${content}`,
      }));
    },
  });
  return [
    {
      id: 'notifications.not asked for',
      group: 'notifications',
      rule: 'nothing is announced to a TPP that did not ask (decision 27)',
      how: 'a consent without TPP-Notification-URI',
      run: async (world) => {
        const { headers } = await askConsent(world, {});
        expectSame('the headers', [headers.get(SUPPORT), headers.get(CONTENT)], [null, null]);
      },
    },
    {
      id: 'notifications.elsewhere',
      group: 'notifications',
      header: 'TPP-Notification-URI',
      rule: 'an address that is not of the TPP is not called, and that is no error (decision 27)',
      how: 'a consent with an address of somebody else',
      run: async (world) => {
        const { status, headers } = await askConsent(world, {
          'TPP-Notification-URI': 'https://somebody.invalid/told',
        });
        const announced = world.profile.notifications.contents.length > 0 ? 'false' : null;
        expectSame('the answer', [status, headers.get(SUPPORT), headers.get(CONTENT)], [201, announced, null]);
      },
    },
    check(
      'announced',
      'the answer says of what the TPP will be told: of its preference what the bank offers',
      'a consent with status=SCA,PROCESS,LAST, and one without preference',
      offersSome,
      async (world, { url }, wished) => {
        const { contents } = world.profile.notifications;
        const { headers } = await askConsent(world, wished('SCA,PROCESS,LAST'));
        const announced = headers.get(CONTENT)?.replace('status=', '').split(',').toSorted();
        expectSame(CONTENT, announced, contents.toSorted());
        const other = await askConsent(world, { 'TPP-Notification-URI': url });
        const last = contents.includes('LAST');
        expectSame('without preference', other.headers.get(CONTENT), last ? 'status=LAST' : null);
      },
    ),
    check(
      'SCA',
      'each scaStatus of an authorisation is told, in its order',
      'a payment is authorised',
      firstOf(offers('SCA'), needsApproach('EMBEDDED')),
      async (world, receiver, wished) => {
        const made = await approved(world, await pay(world, {}, { ...EXPLICIT, ...wished('SCA') }), 'private');
        const told = await until(world, receiver, made, ({ scaStatus }) => scaStatus === 'finalised');
        expectInOrder(
          SCA_STATUS_MACHINE,
          told.map(({ body }) => String(body['scaStatus'])),
        );
        expectSame(
          'the links',
          told.map(({ body }) => linkNames(body)),
          told.map(() => ['scaStatus', 'status']),
        );
        expectSame(
          'whether authorisationId is told',
          told.every(({ body }) => body['authorisationId'] !== undefined),
          true,
        );
      },
    ),
    check(
      'PROCESS',
      'each transactionStatus is told, in its order, and none of the authorisation',
      'a payment is authorised and executed',
      firstOf(offers('PROCESS'), needsApproach('EMBEDDED')),
      async (world, receiver, wished) => {
        const made = await approved(world, await pay(world, {}, { ...EMBEDDED, ...wished('PROCESS') }), 'private');
        const told = await until(world, receiver, made, ({ transactionStatus }) => transactionStatus === 'ACSC');
        expectInOrder(
          TRANSACTION_STATUS_MACHINE,
          told.map(({ body }) => String(body['transactionStatus'])),
        );
        expectSame(
          'the links',
          told.map(({ body }) => linkNames(body)),
          told.map(() => ['status']),
        );
        if (told.length < 2) throw new Mismatch('only the last status was told');
      },
    ),
    check(
      'LAST',
      'only the last status is told',
      'a payment is withdrawn',
      offers('LAST'),
      async (world, receiver, wished) => {
        const made = await pay(world, {}, { ...wishesOf(world), ...wished('LAST') });
        await world.client.followNamed(made, 'self');
        const path = {
          paymentService: 'payments',
          paymentProduct: world.product,
          paymentId: made.body.paymentId,
        } as const;
        await world.client.cancelPayment({ path });
        const told = await until(world, receiver, made, ({ transactionStatus }) => transactionStatus === 'CANC');
        expectSame(
          'what was told',
          told.map(({ body }) => body['transactionStatus']),
          ['CANC'],
        );
      },
    ),
    ...Object.entries(OTHERS).map(([name, { make, missing, last }]) =>
      check(
        `PROCESS of ${name}`,
        `what becomes of ${name} is told`,
        `${name} is authorised`,
        firstOf(offers('PROCESS'), needsApproach('EMBEDDED'), missing),
        async (world, receiver, wished) => {
          const made = await approved(world, await make(world, { ...EMBEDDED, ...wished('PROCESS') }), 'private');
          await until(world, receiver, made, (body) =>
            [body['consentStatus'], body['transactionStatus']].includes(last),
          );
        },
      ),
    ),
  ];
}

interface Other {
  readonly make: (world: World, headers: Record<string, string>) => Promise<Answer>;
  readonly missing?: Missing;
  readonly last: string;
}

const OTHERS: Readonly<Record<string, Other>> = {
  'a consent': {
    make: (world, headers) => consentFor(world, { balances: [{ iban: world.facts.accounts.private }] }, {}, headers),
    last: 'valid',
  },
  'a confirmation-of-funds consent': {
    make: ({ client, facts }, headers) =>
      client.createConsentConfirmationOfFunds({ headers, body: { account: { iban: facts.accounts.private } } }),
    missing: needsFunds,
    last: 'valid',
  },
  'a basket': {
    make: async (world, headers) => {
      const member = await pay(world, {}, EXPLICIT);
      return world.client.createSigningBasket({ headers, body: { paymentIds: [member.body.paymentId] } });
    },
    missing: needsBaskets,
    last: 'ACTC',
  },
};

/** What was told of a resource, once the last of it has come. */
async function until(
  world: World,
  receiver: Receiver,
  { body }: Answer,
  isLast: (body: Told['body']) => boolean,
): Promise<Told[]> {
  const ids = body as Record<string, unknown>;
  const name = ['paymentId', 'consentId', 'basketId'].find((id) => ids[id] !== undefined) ?? '';
  const told = await world.psuSide.until(
    async () => (await receiver.told()).filter((one) => one.body[name] === ids[name]),
    (so) => so.some((one) => isLast(one.body)),
  );
  const requestIds = told.map(({ requestId = '' }) => requestId);
  expectSame(
    'X-Request-ID of its own',
    requestIds.every((id) => UUID.test(id)) && new Set(requestIds).size,
    told.length,
  );
  return told;
}

const linkNames = (body: Told['body']): string[] => Object.keys(linksOf({ body })).toSorted();

function expectInOrder(machine: Parameters<typeof reachableFrom>[0], told: readonly string[]): void {
  for (const [index, status] of told.entries()) {
    const before = told[index - 1];
    if (before === status || (before !== undefined && !reachableFrom(machine, before).has(status))) {
      throw new Mismatch(`${told.join(' → ')} was told`);
    }
  }
}
