import { EXIT_CODES } from '@xs2a/service-kit';
import type { Place } from '../command/command.ts';
import { connectBus } from '../command/connect-bus.ts';
import { openDatabases } from '../command/open-databases.ts';
import { type Difference, KINDS, type Repairing } from './difference.ts';
import { findDifferences } from './find-differences.ts';
import { repairDifferences } from './repair-differences.ts';

const SERVICES = ['payments', 'consent', 'sca', 'bank', 'accounts', 'notifier'] as const;

interface Asked {
  readonly repair: boolean;
  readonly json: boolean;
  readonly withoutBank: boolean;
}

function lineOf(
  { kind, where, what, repair }: Difference,
  state = repair === undefined ? 'to decide' : 'repairable',
): string {
  return `${state.padEnd(10)} ${kind.padEnd(28)} ${where}  ${what}`;
}

const plain = ({ kind, where, what, repair }: Difference) => ({
  kind,
  meaning: KINDS[kind],
  where,
  what,
  repairable: repair !== undefined,
});

export async function reconcile({ repair, json, withoutBank }: Asked, place: Place): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const { databases } = opened.use(await openDatabases(place, 'reconcile', SERVICES, { ignoreUndefined: true }));
  const find = () => findDifferences(databases, { now: new Date(), withBank: !withoutBank });
  const print = (lines: readonly string[], document: object): void => {
    process.stdout.write(
      json ? `${JSON.stringify(document, undefined, 2)}\n` : lines.map((line) => `${line}\n`).join(''),
    );
  };
  if (repair) {
    const bus = opened.adopt(await connectBus(place, 'reconcile'), (one) => one.close());
    const { repaired, left } = await repairDifferences(find, (): Repairing => ({ bus, now: new Date() }));
    const lines = [
      ...repaired.map((one) => lineOf(one, 'repaired')),
      ...left.map((one) => lineOf(one, one.failed === undefined ? 'left' : `failed: ${one.failed}`)),
    ];
    print([...lines, `${repaired.length} repaired, ${left.length} left`], {
      repaired: repaired.map(plain),
      left: left.map(plain),
    });
    return left.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
  } else {
    const differences = await find();
    print([...differences.map((one) => lineOf(one)), `${differences.length} differences`], {
      differences: differences.map(plain),
    });
    return differences.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
  }
}
