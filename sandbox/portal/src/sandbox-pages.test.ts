import { forAllTests } from '@xs2a/test-kit';
import { expect, it } from 'vitest';
import { startSandboxPortal } from '../test/start-portal.ts';

const portal = forAllTests(startSandboxPortal);

it('the home page shows test users, and their messages to browsers and programs', async () => {
  expect((await portal.ask('/')).text).toContain('/sandbox/inbox/psu-private');
  const [page, program] = await Promise.all(
    ['text/html,*/*;q=0.8', '*/*'].map((Accept) => portal.ask('/sandbox/inbox/psu-private', { headers: { Accept } })),
  );
  expect([page?.status, page?.headers.get('content-type')]).toEqual([503, expect.stringContaining('text/html')]);
  expect([program?.status, program?.headers.get('content-type')]).toEqual([
    503,
    expect.stringContaining('application/json'),
  ]);
});

it.each(['inbox', 'device'])('the page %s sends the security headers', async (page) => {
  const [{ headers }, home] = [await portal.ask(`/sandbox/${page}/psu-private`), await portal.ask('/')];
  for (const name of ['content-security-policy', 'cache-control', 'referrer-policy', 'x-frame-options'])
    expect(headers.get(name), name).toBe(home.headers.get(name));
});
