import type { Report } from '../run-conformance.ts';
import { escape } from './escape.ts';
import { countByGroup } from './summary.ts';

/** Returns JUnit XML, as test runners write it, for the build of the bank. */
export function junitReport({ results, startedAt }: Report): string {
  const suites = countByGroup(results).map(([group, { failed, notOffered, notGiven }]) => {
    const own = results.filter((result) => result.group === group);
    const cases = own.map(({ id, rule, result, why = '', ms }) => {
      const name = `name="${escape(id)}" classname="conformance.${group}" time="${(ms / 1_000).toFixed(3)}"`;
      if (result === 'passed') return `<testcase ${name}/>`;
      const tag = result === 'failed' ? 'failure' : 'skipped';
      const detail = result === 'failed' ? escape(rule) : '';
      return `<testcase ${name}><${tag} message="${escape(why)}">${detail}</${tag}></testcase>`;
    });
    return `<testsuite name="${group}" tests="${own.length}" failures="${failed}" skipped="${notOffered + notGiven}" timestamp="${startedAt}">\n${cases.join('\n')}\n</testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance">\n${suites.join('\n')}\n</testsuites>\n`;
}
