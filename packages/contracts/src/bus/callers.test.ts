import { describe, expect, it } from 'vitest';
import * as contracts from '../index.ts';

const { CALLERS, CONNECTOR_OPERATIONS, PROTECTED_OPERATIONS, SANDBOX_OPERATIONS } = contracts;
const subjects = Object.values<unknown>(contracts).flatMap((value) =>
  typeof value === 'object' && value !== null && 'subject' in value ? [String(value.subject)] : [],
);

describe('the table of callers', () => {
  it('has exactly one row for each operation', () => {
    expect(Object.keys(CALLERS).toSorted()).toEqual(subjects.toSorted());
  });

  it('names exactly the signers of each protected operation', () => {
    const signers = Object.entries(PROTECTED_OPERATIONS).map(([subject, { askedBy }]) => [subject, [...askedBy]]);
    expect(signers).toEqual(signers.map(([subject]) => [subject, CALLERS[String(subject)]]));
  });

  it('lets the bank call exactly the operations that a connector calls', () => {
    const told = CONNECTOR_OPERATIONS.filter(({ way }) => way === 'told').map(({ operation }) => operation.subject);
    const ofBank = Object.keys(CALLERS).filter(
      (subject) => CALLERS[subject]?.includes('bank') && !SANDBOX_OPERATIONS.has(subject),
    );
    expect(ofBank.toSorted()).toEqual(told.toSorted());
  });

  it('lets the bank answer exactly the operations of a connector and of the sandbox', () => {
    const answered = CONNECTOR_OPERATIONS.filter(({ way }) => way !== 'told').map(({ operation }) => operation.subject);
    const ofBank = Object.keys(CALLERS).filter((subject) => subject.startsWith('bank.'));
    const ofSandbox = [...SANDBOX_OPERATIONS].filter((subject) => subject.startsWith('bank.'));
    expect(ofBank.toSorted()).toEqual([...answered, ...ofSandbox].toSorted());
  });
});

describe('bus permissions', () => {
  it('of a service cover its own operations, the operations it calls, and its inbox', () => {
    expect(contracts.busPermissions('notifier')).toEqual({
      publish: ['xs2a.profiles.notifier', 'xs2a.profiles'],
      subscribe: [
        'notifier.pushNotification',
        'notifier.at.*.>',
        'xs2a.profiles.*',
        'xs2a.profiles',
        '_INBOX_notifier.>',
      ],
    });
  });

  it('of a command cover its operations, at any replica, and its inbox', () => {
    const { publish, subscribe } = contracts.busPermissions('import-camt');
    expect(publish.slice(0, 2)).toEqual(['accounts.putAccounts', 'accounts.at.*.putAccounts']);
    expect(subscribe).toEqual(['_INBOX_import-camt.>']);
  });

  it('for the simulated phone are only granted to portal and bank, and only in a sandbox', () => {
    const may = (sandbox: boolean) =>
      contracts.PARTICIPANTS.filter((one) =>
        [contracts.busPermissions(one, { sandbox })].some(({ publish, subscribe }) =>
          [...publish, ...subscribe].includes('bank.readInbox'),
        ),
      );
    expect([may(true), may(false)]).toEqual([['portal', 'bank'], []]);
  });
});
