import { describe, expect, it } from 'vitest';
import { warnOfOldServer } from './warn-of-old-server.ts';

describe('a service at start', () => {
  it.each([
    ['6.0.5', 1],
    ['5.0.31', 1],
    ['7.0.14', 0],
    ['8.0.4', 0],
    ['10.0.0', 0],
  ])('warns of a database server that no longer gets fixes: %s', async (version, warnings) => {
    const warned: unknown[] = [];
    await warnOfOldServer(
      { serverVersion: () => Promise.resolve(version) },
      { warn: (...line: unknown[]) => void warned.push(line) },
    );
    expect(warned).toHaveLength(warnings);
  });
});
