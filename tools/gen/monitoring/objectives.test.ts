import { ENDPOINTS, type Endpoint } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { READING } from './objectives.ts';

it('objectives of reads are about the endpoints with GET, and no other', () => {
  const reads = Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { method }]) => (method === 'GET' ? [name] : []));
  const matching = Object.keys(ENDPOINTS).filter((name) => new RegExp(`^(?:${READING})$`).test(name));
  expect(matching).toEqual(reads);
});
