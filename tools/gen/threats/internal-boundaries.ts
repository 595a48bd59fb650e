import { type Boundary, row } from './threat.ts';

const SCA = 'services/sca/src';

const BUS: Boundary = {
  name: 'Services and bus',
  actor: 'A process that reaches NATS without being a service, or a service that was taken over',
  threats: [
    row('spoofing', 'a settlement that sca did not make', 'sca signs it, owners verify', [
      'testing/suites/bus/attacks.test.ts',
      'packages/service-kit/src/protection/message-protection.test.ts',
    ]),
    row(
      'spoofing',
      'an order to the bank, or a report of the bank, that another has made',
      'payments and the bank sign theirs; so does the portal what it asks of the sandbox',
      [
        'testing/suites/bus/attacks.test.ts',
        'testing/suites/connector/sandbox-bank.test.ts',
        'testing/suites/identities/bus-permissions.test.ts',
      ],
      'A bank connector may have no keys; only the permissions of the bus protect its reports then.',
    ),
    row(
      'spoofing',
      'a process answers in place of the bank or of sca',
      'what decides on an approval is sealed; the bus delivers a request to its service alone, and its answer to the asker',
      ['testing/suites/bus/attacks.test.ts', 'testing/suites/identities/bus-permissions.test.ts'],
      'Answers to reads of TPPs are not sealed: the administrator of the bus can read them.',
    ),
    row(
      'disclosure',
      'passwords, codes, secrets and sessions are read on the bus',
      'they are sealed for their receiver',
      ['testing/suites/journeys/canaries.test.ts', 'testing/suites/bus/attacks.test.ts'],
    ),
    row('spoofing', 'a stranger connects to the bus', 'a key of its own for each participant, TLS of the connection', [
      'testing/suites/bus/connect.test.ts',
      'testing/suites/identities/bus-permissions.test.ts',
    ]),
    row(
      'elevation',
      'a service asks for what is not its work',
      'permissions of the bus from the table of callers; what moves money or rights is signed as well',
      [
        'testing/suites/identities/bus-permissions.test.ts',
        'testing/suites/tidy/callers.test.ts',
        'testing/suites/bus/attacks.test.ts',
      ],
    ),
    row(
      'tampering',
      'messages of another version, or of no known form',
      'each message is parsed by its contract; changes that break are refused',
      ['testing/suites/contracts/operations-lock.test.ts', 'packages/service-kit/src/bus/bus.test.ts'],
    ),
    row('denial', 'messages lost, doubled or late; the bus is unavailable', 'outbox, idempotent receivers, deadlines', [
      'packages/service-kit/src/outbox/outbox-sender.test.ts',
      'testing/suites/crash/campaign.test.ts',
    ]),
  ],
};

const DATABASE: Boundary = {
  name: 'Services and MongoDB',
  actor: 'Somebody with access to the database or its files, or a service that was taken over',
  threats: [
    row(
      'tampering',
      'a stored status or history is changed by hand',
      'chained history, with external copies of its checkpoints',
      ['packages/service-kit/src/history/verify-history.test.ts', 'testing/suites/commands/verify-history.test.ts'],
    ),
    row(
      'disclosure',
      'passwords and secrets of factors in a dump',
      'slow hashes, and keys of factors encrypted by a key outside of the database',
      [`${SCA}/keys/factor-key.test.ts`],
      'Accounts and payments are stored in clear; encryption of the disk is the work of the operator.',
    ),
    row(
      'elevation',
      'a service reads the database of another',
      'a database for each service, and a user with rights on it alone',
      ['testing/suites/identities/database-permissions.test.ts'],
    ),
    row(
      'denial',
      'the database is unavailable, slow, or restored from yesterday',
      'majority writes that are journalled, guarded changes, repetition',
      ['packages/service-kit/src/storage/database.test.ts', 'testing/suites/crash/kill-and-continue.test.ts'],
    ),
    row(
      'tampering',
      'an operator that reaches queries by input',
      'text stays text; no query is built from untyped input',
      ['testing/suites/hostile/query.http', 'testing/suites/hostile/ids.http'],
    ),
  ],
};

const BANK: Boundary = {
  name: 'Services and bank connector',
  actor: 'A connector with faults, or a bank system that is down',
  threats: [
    row(
      'tampering',
      'answers of a wrong form, late or doubled reports',
      'each answer is parsed; only allowed transitions count; a payment is executed once',
      ['testing/suites/connector/broken-connectors.test.ts', 'services/payments/src/execution/execute-payment.test.ts'],
    ),
    row('denial', 'the bank does not answer', 'deadlines, repetition, no loss of payments', [
      'services/payments/src/execution/execution-without-bank.test.ts',
    ]),
    row('disclosure', 'codes and account numbers in logs', 'nothing of messages is logged', [
      'sandbox/bank/src/confidential-logs.test.ts',
      'testing/suites/journeys/confidential-logs.test.ts',
    ]),
  ],
};

const NOTIFIER: Boundary = {
  name: 'Notifier and addresses of TPPs',
  actor: 'A TPP that names an internal address as the receiver of notifications',
  threats: [
    row(
      'elevation',
      'requests to internal addresses, by name, number, redirect or changing DNS',
      'the address is resolved once, checked and pinned; no redirects',
      [
        'services/notifier/src/delivery/public-address.test.ts',
        'services/notifier/src/delivery/post-notification.test.ts',
      ],
    ),
    row('denial', 'a receiver that answers slowly or never', 'time-outs and a queue for each receiver', [
      'services/notifier/src/delivery/notification-dispatcher.test.ts',
    ]),
    row('disclosure', 'a notification that says more than the status', 'the form of the standard and nothing else', [
      'services/notifier/src/status-notifications.test.ts',
    ]),
  ],
};

/** Boundaries between components of the service, the bank, and external systems it calls. */
export const INTERNAL: readonly Boundary[] = [BUS, DATABASE, BANK, NOTIFIER];
