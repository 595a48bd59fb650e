import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECURITY_CHECKS } from '../../../tools/trust/security-checks.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('the table of the security checks', () => {
  it('is numbered from 1 to 25', () => {
    expect(SECURITY_CHECKS.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it.each(SECURITY_CHECKS)('names tests that exist: $number $statement', ({ evidence, notYet }) => {
    const missing = evidence.filter(({ file, title = '' }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
    });
    expect(missing).toEqual([]);
    expect(evidence.length > 0 || notYet !== undefined).toBe(true);
  });
});
