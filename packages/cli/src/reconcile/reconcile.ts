import { EXIT_CODES } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { connectBus } from '../command/connect-bus.ts';
import { openDatabases } from '../command/open-databases.ts';
import { type Difference, KINDS, type Repairing } from './difference.ts';
import { findDifferences } from './find-differences.ts';
import { repairDifferences } from './repair-differences.ts';

const SERVICES = ['payments', 'consent', 'sca', 'bank', 'accounts', 'notifier'] as const;

interface Asked {
  readonly repair: boolean;
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

export async function reconcile(
  { repair, withoutBank }: Asked,
  environment: CommandEnvironment,
  progress: Progress,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  const { databases } = opened.use(await openDatabases(environment, 'reconcile', SERVICES, { ignoreUndefined: true }));
  const find = () => findDifferences(databases, { now: new Date(), withBank: !withoutBank, progress });
  if (repair) {
    const bus = opened.adopt(await connectBus(environment, 'reconcile'), (one) => one.close());
    const { repaired, left } = await repairDifferences(find, (): Repairing => ({ bus, now: new Date() }));
    const lines = [
      ...repaired.map((one) => lineOf(one, 'repaired')),
      ...left.map((one) => lineOf(one, one.failed === undefined ? 'left' : `failed: ${one.failed}`)),
    ];
    return {
      text: [...lines, `${repaired.length} repaired, ${left.length} left`].join('\n'),
      document: { repaired: repaired.map(plain), left: left.map(plain) },
      code: EXIT_CODES[left.length === 0 ? 'done' : 'failed'],
    };
  }
  const differences = await find();
  return {
    text: [...differences.map((one) => lineOf(one)), `${differences.length} differences`].join('\n'),
    document: { differences: differences.map(plain) },
    code: EXIT_CODES[differences.length === 0 ? 'done' : 'failed'],
  };
}
