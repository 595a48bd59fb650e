import { WorkspaceSimulation } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { startSandboxPortal } from '../../test/start-portal.ts';
import { readWish } from './answer-developer.ts';

describe('what a developer sent and cannot be done', () => {
  it.each([
    [{ what: 'daysPass', days: 1.5 }],
    [{ what: 'daysPass', days: 9e99 }],
    [{ what: 'fly' }],
    [{}],
    [{ what: 'fundsArrive', iban: 'HR1\u0000', text: 'x'.repeat(141) }],
    [{ what: 'device', state: 'silent', more: 1 }],
  ])('is named in words of our own: %j', (sent) => {
    expect(() => readWish(WorkspaceSimulation, sent)).toThrow(/^[\w.]+: /);
    expect(() => readWish(WorkspaceSimulation, sent)).not.toThrow(/Invalid|expected|Too (?:big|small)|Unrecognized/);
  });

  it('is a problem in English at every address of the interface for developers, whatever the language of the pages', async () => {
    await using sandbox = await startSandboxPortal();
    for (const path of ['/sandbox/api', '/sandbox/api/workspaces/nothing', '/sandbox/api/workspaces/mine/requests']) {
      const answer = await sandbox.ask(path, { headers: { Accept: 'text/html', 'Accept-Language': 'hr' } });
      expect([answer.status >= 400, answer.headers.get('content-type')], path).toEqual([
        true,
        expect.stringContaining('application/problem+json'),
      ]);
      expect(answer.text, path).not.toMatch(/stranic|Pogreška|[čćžšđ]/i);
    }
  });
});
