import * as contracts from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { packageOf } from '../../../tools/check/import-graph.ts';
import { sources, text, typescript } from './sources.ts';

const subjectOf = new Map<string, string>(
  Object.entries<unknown>(contracts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null && 'subject' in value ? [[name, String(value.subject)]] : [],
  ),
);
/** Operations that packages call on behalf of the services that use them. */
const ASKED_FOR: Readonly<Record<string, readonly string[]>> = {
  'packages/approvals': ['consent', 'payments'],
  'packages/service-kit': ['consent', 'payments', 'sca'],
  // Serves operations in the name of several services, and calls none.
  'sandbox/start': [],
};
/** Operations that a service calls on itself: one replica calls any, or all. */
const ASKED_OF_ITSELF = [contracts.rereadBlocklist.subject, contracts.moveBankClock.subject];
const COMMANDS: Readonly<Record<string, contracts.Participant>> = {
  'packages/cli/src/psu/psu-pages.ts': 'operator',
  'packages/cli/src/tpp/block-tpp.ts': 'operator',
  'packages/cli/src/reconcile/approvals.ts': 'operator',
  'packages/cli/src/camt/feed-file.ts': 'import-camt',
};

/** Returns the operations that a file uses as values, to call or to serve them. */
function operationsIn(path: string): string[] {
  const code = text(path);
  const body = code.replaceAll(/import [^;]*;/g, '').replaceAll(/typeof \w+(\.\w+)?/g, '');
  const [, list = ''] = /import \{([^}]*)\} from '@xs2a\/contracts'/.exec(code) ?? [];
  const [, namespace] = /import \* as (\w+) from '@xs2a\/contracts'/.exec(code) ?? [];
  const named = list.split(',').flatMap((one) => {
    const [name = '', known = name] = one.trim().split(' as ');
    return new RegExp(`\\b${known || '-'}\\b`).test(body) ? [name] : [];
  });
  const members = namespace === undefined ? [] : [...body.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))];
  return [...named, ...members.map(([, name = '']) => name)].flatMap((name) => subjectOf.get(name) ?? []);
}

/** Returns the callers of each operation in the code, with the files. */
function askedInCode(): Map<string, Map<string, string>> {
  const asked = new Map<string, Map<string, string>>();
  const note = (subject: string, caller: string, path: string): void => {
    const callers = asked.get(subject) ?? new Map<string, string>();
    asked.set(subject, callers.set(caller, path));
  };
  for (const path of sources) {
    const owner = packageOf(path);
    const service = /^(?:services|sandbox)\/(.+)$/.exec(owner)?.[1];
    const callers = ASKED_FOR[owner] ?? (service === undefined ? [] : [service]);
    for (const subject of operationsIn(path)) {
      const isServed = contracts.serviceOf(subject) === service && !ASKED_OF_ITSELF.includes(subject);
      if (!isServed) for (const caller of callers) note(subject, caller, path);
    }
  }
  for (const path of typescript.filter((one) => Object.hasOwn(COMMANDS, one))) {
    for (const subject of operationsIn(path)) note(subject, COMMANDS[path] ?? '', path);
    if (!text(path).includes('PSU_DATA_OPERATIONS')) continue;
    for (const { read, erase } of Object.values(contracts.PSU_DATA_OPERATIONS))
      for (const { subject } of [read, erase]) note(subject, COMMANDS[path] ?? '', path);
  }
  return asked;
}

describe('the table of callers', () => {
  const asked = askedInCode();

  it('permits every operation that a service calls', () => {
    const wrong = [...asked].flatMap(([subject, callers]) =>
      [...callers]
        .filter(([caller]) => !contracts.CALLERS[subject]?.some((permitted) => permitted === caller))
        .map(([caller, path]) => `${caller} asks ${subject} in ${path}: no row of CALLERS permits it`),
    );
    expect(wrong).toEqual([]);
  });

  it('permits no operation that is never called', () => {
    const idle = Object.entries(contracts.CALLERS).flatMap(([subject, callers]) =>
      callers.filter((caller) => asked.get(subject)?.has(caller) !== true).map((caller) => `${caller} ${subject}`),
    );
    // The sandbox bank has no entries that never become booked, and no separate authorisation server.
    expect(idle.toSorted()).toEqual([
      'bank accounts.withdrawTransactions',
      'bank sca.readApproval',
      'bank sca.reportApproval',
      // A portal of version 1.0.0 calls it.
      'portal consent.listPsuConsents',
    ]);
  });
});
