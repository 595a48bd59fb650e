// In a fresh clone vitest knows no durations and begins with the largest files. These are small and take minutes: started last,
// one of them would run alone at the end, on one of two cores.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST = [
  'testing/suites/settings/pairs/',
  'testing/suites/simulation/',
  'testing/suites/crash/campaign',
  'testing/suites/conformance/',
  'testing/suites/outside/',
];

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((part) => moduleId.includes(part));
  return place < 0 ? LONGEST.length : place;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const placeOf = (spec: TestSpecification): number => projects.indexOf(spec.project.name);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other) || rankOf(one) - rankOf(other));
  }
}
