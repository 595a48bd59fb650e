import { type Answer, linksOf } from '@xs2a/client';
import {
  type NotificationContent,
  reachableFrom,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { type Check, expectSame, Mismatch } from '../check.ts';
import { askConsent, type ReceiverFinder } from '../find-receiver.ts';
import { type Notification, type Receiver } from '../receiver.ts';
import { approved, EMBEDDED, EXPLICIT, pay, preferencesOf } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import { NOTIFIED_RESOURCES } from './notified-resources.ts';
import { firstOf, type Missing, needsApproach, unlessOffered } from './offered-features.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SUPPORT = 'ASPSP-Notification-Support';
const CONTENT = 'ASPSP-Notification-Content';

const offers =
  (...contents: NotificationContent[]): Missing =>
  ({ profile }) =>
    unlessOffered(
      contents.every((content) => profile.notifications.contents.includes(content)),
      `notifications of ${contents.join(' and ')} are not offered`,
    );
const offersSome: Missing = ({ profile }) =>
  unlessOffered(profile.notifications.contents.length > 0, 'notifications are not offered');

type Wished = (content: string) => Record<string, string>;

type CheckOf = (
  name: string,
  rule: string,
  how: string,
  missing: Missing,
  run: (context: TestContext, receiver: Receiver, wished: Wished) => Promise<void>,
) => Check;

/** Checks of the resource status notification (decision 27): what is announced, and what arrives. */
export function notificationChecks(receiverFinder: ReceiverFinder): Check[] {
  const check: CheckOf = (name, rule, how, missing, run) => ({
    id: `notifications.${name}`,
    group: 'notifications',
    header: 'TPP-Notification-URI',
    rule: `${rule} (decision 27)`,
    how,
    missing,
    run: async (context) => {
      const receiver = await receiverFinder.receiver(context);
      await run(context, receiver, (content) => ({
        'TPP-Notification-URI': receiver.url,
        'TPP-Notification-Content-Preferred': `status=${content}`,
      }));
    },
  });
  return [
    ...WITHOUT_RECEIVER,
    announced(check),
    ofAuthorisation(check),
    ofPayment(check),
    ofLastStatus(check),
    ...ofOthers(check),
  ];
}

const WITHOUT_RECEIVER: readonly Check[] = [
  {
    id: 'notifications.not asked for',
    group: 'notifications',
    rule: 'a TPP that requested no notifications gets no announcement (decision 27)',
    how: 'a consent without TPP-Notification-URI',
    run: async (context) => {
      const { headers } = await askConsent(context, {});
      expectSame('the headers', [headers.get(SUPPORT), headers.get(CONTENT)], [null, null]);
    },
  },
  {
    id: 'notifications.elsewhere',
    group: 'notifications',
    header: 'TPP-Notification-URI',
    rule: "a notification address outside the TPP's domains is not called, which is no error (decision 27)",
    how: 'a consent with an address of somebody else',
    run: async (context) => {
      const { status, headers } = await askConsent(context, {
        'TPP-Notification-URI': 'https://somebody.invalid/notifications',
      });
      const announced = context.profile.notifications.contents.length > 0 ? 'false' : null;
      expectSame('the answer', [status, headers.get(SUPPORT), headers.get(CONTENT)], [201, announced, null]);
    },
  },
];

function announced(check: CheckOf): Check {
  return check(
    'announced',
    'the answer announces what the TPP will be notified of: its preference, as far as the bank offers it',
    'a consent with status=SCA,PROCESS,LAST, and one without preference',
    offersSome,
    async (context, { url }, wished) => {
      const { contents } = context.profile.notifications;
      const { headers } = await askConsent(context, wished('SCA,PROCESS,LAST'));
      const announced = headers.get(CONTENT)?.replace('status=', '').split(',').toSorted();
      expectSame(CONTENT, announced, contents.toSorted());
      const other = await askConsent(context, { 'TPP-Notification-URI': url });
      const last = contents.includes('LAST');
      expectSame('without preference', other.headers.get(CONTENT), last ? 'status=LAST' : null);
    },
  );
}

function ofAuthorisation(check: CheckOf): Check {
  return check(
    'SCA',
    'each scaStatus of an authorisation is notified, in order',
    'a payment is authorised',
    firstOf(offers('SCA'), needsApproach('EMBEDDED')),
    async (context, receiver, wished) => {
      const made = await approved(context, await pay(context, {}, { ...EXPLICIT, ...wished('SCA') }), 'private');
      const received = await until(context, receiver, made, ({ scaStatus }) => scaStatus === 'finalised');
      expectInOrder(
        SCA_STATUS_MACHINE,
        received.map(({ body }) => String(body['scaStatus'])),
      );
      expectSame(
        'the links',
        received.map(({ body }) => linkNames(body)),
        received.map(() => ['scaStatus', 'status']),
      );
      expectSame(
        'whether authorisationId is included',
        received.every(({ body }) => body['authorisationId'] !== undefined),
        true,
      );
    },
  );
}

function ofPayment(check: CheckOf): Check {
  return check(
    'PROCESS',
    'each transactionStatus is notified, in order, and no scaStatus',
    'a payment is authorised and executed',
    firstOf(offers('PROCESS'), needsApproach('EMBEDDED')),
    async (context, receiver, wished) => {
      const made = await approved(context, await pay(context, {}, { ...EMBEDDED, ...wished('PROCESS') }), 'private');
      const received = await until(context, receiver, made, ({ transactionStatus }) => transactionStatus === 'ACSC');
      expectInOrder(
        TRANSACTION_STATUS_MACHINE,
        received.map(({ body }) => String(body['transactionStatus'])),
      );
      expectSame(
        'the links',
        received.map(({ body }) => linkNames(body)),
        received.map(() => ['status']),
      );
      if (received.length < 2) throw new Mismatch('only the last status was notified');
    },
  );
}

function ofLastStatus(check: CheckOf): Check {
  return check(
    'LAST',
    'only the last status is notified',
    'a payment is withdrawn',
    offers('LAST'),
    async (context, receiver, wished) => {
      const made = await pay(context, {}, { ...preferencesOf(context), ...wished('LAST') });
      await context.client.followNamed(made, 'self');
      const path = {
        paymentService: 'payments',
        paymentProduct: context.product,
        paymentId: made.body.paymentId,
      } as const;
      await context.client.cancelPayment({ path });
      const received = await until(context, receiver, made, ({ transactionStatus }) => transactionStatus === 'CANC');
      expectSame(
        'the notified statuses',
        received.map(({ body }) => body['transactionStatus']),
        ['CANC'],
      );
    },
  );
}

function ofOthers(check: CheckOf): Check[] {
  return Object.entries(NOTIFIED_RESOURCES).map(([name, { make, missing, last }]) =>
    check(
      `PROCESS of ${name}`,
      `each status of ${name} is notified`,
      `${name} is authorised`,
      firstOf(offers('PROCESS'), needsApproach('EMBEDDED'), missing),
      async (context, receiver, wished) => {
        const made = await approved(context, await make(context, { ...EMBEDDED, ...wished('PROCESS') }), 'private');
        await until(context, receiver, made, (body) =>
          [body['consentStatus'], body['transactionStatus']].includes(last),
        );
      },
    ),
  );
}

/** Returns all notifications of a resource, once the last one has arrived. */
async function until(
  context: TestContext,
  receiver: Receiver,
  { body }: Answer,
  isLast: (body: Notification['body']) => boolean,
): Promise<Notification[]> {
  const ids = body as Record<string, unknown>;
  const name = ['paymentId', 'consentId', 'basketId'].find((id) => ids[id] !== undefined) ?? '';
  const received = await context.psuSide.until(
    async () => (await receiver.received()).filter((one) => one.body[name] === ids[name]),
    (so) => so.some((one) => isLast(one.body)),
  );
  const requestIds = received.map(({ requestId = '' }) => requestId);
  expectSame(
    'X-Request-ID of its own',
    requestIds.every((id) => UUID.test(id)) && new Set(requestIds).size,
    received.length,
  );
  return received;
}

const linkNames = (body: Notification['body']): string[] => Object.keys(linksOf({ body })).toSorted();

function expectInOrder(machine: Parameters<typeof reachableFrom>[0], received: readonly string[]): void {
  for (const [index, status] of received.entries()) {
    const before = received[index - 1];
    if (before === status || (before !== undefined && !reachableFrom(machine, before).has(status))) {
      throw new Mismatch(`${received.join(' → ')} was notified`);
    }
  }
}
