import { AspspProfile } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { CHOICES, choicesByPairs, NOT_CHOSEN } from './settings-by-pairs.ts';

it('every setting is combined with every other, or has a reason why not', () => {
  const missing = Object.keys(AspspProfile.shape).filter((name) => !(name in CHOICES) && !(name in NOT_CHOSEN));
  expect(missing).toEqual([]);
});

it('any two choices of two settings meet in a row', () => {
  const rows = choicesByPairs();
  const choices = Object.entries(CHOICES).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const meets = (one: (typeof choices)[number], other: (typeof choices)[number]): boolean =>
    rows.some(
      (row: Readonly<Record<string, unknown>>) => row[one.name] === one.value && row[other.name] === other.value,
    );
  const apart = choices.flatMap((one) =>
    choices.filter((other) => one.name < other.name && !meets(one, other)).map((other) => [one, other]),
  );
  expect(apart).toEqual([]);
});
