import { expect, it } from 'vitest';
import { stackInSources } from './source-stack.ts';

it.each([
  'Error: x\n    at f (file:///nowhere/a.js:1:2)',
  'Error: x\n    at new Promise (<anonymous>)\n    at node:internal/process/task_queues:103:5',
  'file:///nowhere/%zz.js:1:2',
])('a stack line without source positions is unchanged: %j', (stack) => {
  expect(stackInSources(stack)).toBe(stack);
});
