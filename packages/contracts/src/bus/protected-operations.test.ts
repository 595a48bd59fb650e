import { expect, it } from 'vitest';
import * as contracts from '../index.ts';

const subjects = new Set(
  Object.values<unknown>(contracts).flatMap((value) =>
    typeof value === 'object' && value !== null && 'subject' in value ? [value.subject] : [],
  ),
);

it.each(Object.keys(contracts.PROTECTED_OPERATIONS))('%s is protected and is an operation', (subject) => {
  expect(subjects).toContain(subject);
});

it('an operation outside the table has no protection, not even with the name of an inherited property', () => {
  expect(contracts.protectionOf('constructor')).toBeUndefined();
  expect(contracts.protectionOf('payments.readPayment')).toBeUndefined();
});
