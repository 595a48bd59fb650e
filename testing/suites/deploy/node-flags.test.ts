import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tests from '@xs2a/test-system/start/service-process';
import { describe, expect, it } from 'vitest';
import { PROGRAM_FOLDERS } from '../../../tools/programs.ts';
import { ALLOCATOR, NODE_FLAGS } from '../../../tools/start/start-plan.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const dockerfile = readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8');

describe('a service is started with the flags and the allocator of npm start', () => {
  it('in an image', () => {
    const entry = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]';
    expect(JSON.parse(entry)).toEqual(['/usr/bin/node', ...NODE_FLAGS, 'bundle/main.js']);
    for (const [name, value] of Object.entries(ALLOCATOR)) expect(dockerfile).toContain(`\nENV ${name}=${value}\n`);
  });

  it('by the tests', () => {
    expect(tests.NODE_FLAGS).toEqual(NODE_FLAGS);
    expect(tests.ALLOCATOR).toEqual(ALLOCATOR);
  });

  it.each([...PROGRAM_FOLDERS.values()])('by %s itself', (folder) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    expect(scripts.start).toBe(['node', ...NODE_FLAGS, 'bundle/main.js'].join(' '));
  });
});
