import { BulkPayment, toXs2aError } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { bulkBody } from './bulk-body.ts';

const MANY = 1_000;
const RIGHT = {
  instructedAmount: { currency: 'EUR', amount: '1.00' },
  creditorName: 'Trgovina d.o.o.',
  creditorAccount: { iban: 'HR1210010051863000160' },
};

const bulk = (transfers: readonly object[], more: object = {}) => ({
  debtorAccount: { iban: 'HR1210010051863000160' },
  payments: transfers,
  ...more,
});
/** Returns this number of transfers, with faults at these places. */
const wrongAt = (count: number, ...places: readonly number[]) =>
  Array.from({ length: count }, (_, index) => (places.includes(index) ? { ...RIGHT, creditorName: 3 } : RIGHT));

/** Parses the body in one step. Returns the order or the error. */
function parseInOneStep(body: object): unknown {
  const { data } = BulkPayment.safeParse(body);
  return data ?? toXs2aError(BulkPayment, body);
}

function parseInPieces(body: object): unknown {
  try {
    return bulkBody({ body });
  } catch (error) {
    return error;
  }
}

describe('a bulk payment in JSON, parsed in pieces', () => {
  it.each([
    ['is valid', bulk(wrongAt(MANY))],
    ['has one transfer', bulk(wrongAt(1))],
    ['has an invalid transfer at its end', bulk(wrongAt(MANY, MANY - 1))],
    ['has invalid transfers in several pieces', bulk(wrongAt(MANY, 3, 99, 100, 450))],
    [
      'has one fault less than an answer can name',
      bulk(wrongAt(MANY, ...Array.from({ length: 9 }, (_, at) => at * 110))),
    ],
    ['has a fault outside its transfers', bulk(wrongAt(MANY), { debtorAccount: {} })],
    ['has faults outside and inside its transfers', bulk(wrongAt(MANY, 500), { requestedExecutionDate: 'soon' })],
    ['has an unknown field', bulk(wrongAt(MANY), { other: 1 })],
    ['has only invalid transfers', bulk(Array.from({ length: MANY }, () => ({ a: 1 })))],
    ['has no transfer', bulk([])],
    ['has more transfers than permitted', bulk(Array.from({ length: 10_001 }, () => ({})))],
    ['has no list of transfers', bulk([], { payments: 'none' })],
    ['is no object', [RIGHT]],
  ])('is answered as in one step if it %s', (_, body) => {
    const [expected, answered] = [parseInOneStep(body), parseInPieces(body)];
    expect(JSON.stringify(answered)).toBe(JSON.stringify(expected));
  });

  it('is not parsed further once an answer can name no more faults', () => {
    let parsed = 0;
    const watched = () => ({
      ...RIGHT,
      get creditorName() {
        parsed++;
        return 3;
      },
    });
    expect(parseInPieces(bulk(Array.from({ length: MANY }, watched)))).toMatchObject({
      situation: 'fieldInvalid',
      path: 'payments[0].creditorName',
    });
    expect(parsed).toBeLessThan(MANY / 2);
  });
});
