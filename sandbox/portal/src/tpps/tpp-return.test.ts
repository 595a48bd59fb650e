import { startPortal } from '@xs2a/portal/start-portal';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startSandboxPortal } from '../../test/start-portal.ts';

const sandbox = forAllTests(() => startSandboxPortal());
const bank = forAllTests(() => startPortal());

describe('the page that stands in for the page of a TPP', () => {
  it('shows what came back as text, and what the TPP does with it', async () => {
    const { status, text } = await sandbox.ask('/sandbox/return?state=%3Cb%3E&code=4711');
    expect(status).toBe(200);
    expect(text).toContain('after the approval');
    expect(text).toContain('&lt;b&gt;');
    expect(text).toContain('confirmationCode');
    expect(text).toContain('Compare <code>state</code>');
    expect((await sandbox.ask('/sandbox/return')).text).not.toContain('confirmationCode');
  });

  it.each(['?declined', '?declined=1&state=x', '?error=access_denied'])('tells of a refusal with %s', async (query) => {
    expect((await sandbox.ask(`/sandbox/return${query}`)).text).toContain('the PSU declined, or the approval failed');
  });

  it('is not there outside the sandbox', async () => expect((await bank.ask('/sandbox/return')).status).toBe(404));
});
