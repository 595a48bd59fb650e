import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { KEY_HOLDERS } from '@xs2a/service-kit';
import { testKeys } from '@xs2a/test-kit';
import { BUNDLE } from '@xs2a/test-system/start/service-process';
import { describe, expect, it } from 'vitest';
import { folderOfProgram, ROOT } from '../../../tools/programs.ts';

/** Runs a service as its own process until it ends. */
function run(service: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const folder = join(ROOT, folderOfProgram(service));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(folder, BUNDLE)], { cwd: folder, env }, (_, said) => {
      resolve({ code: child.exitCode, said });
    });
  });
}

describe('a service that needs message protection keys does not start', () => {
  it.each(KEY_HOLDERS)('without keys: %s says which variables are missing, in one line', async (service) => {
    // A gateway needs a way in for TPPs too.
    const settings = { SANDBOX: 'true', GATEWAY_PORT: '0', PORTAL_PORT: '0', TRUSTED_PROXIES: '127.0.0.1' };
    const { code, said } = await run(service, settings);
    const { msg } = JSON.parse(said) as { msg: string };
    const text = `must be set: ${service} does not start without keys (npm run xs2a -- keys service)`;
    expect([code, msg]).toEqual([2, `SERVICE_KEYS_FILE: ${text}; PRIVATE_KEYS_FILE: ${text}`]);
  });

  it('with the private keys of another service', async () => {
    const { PRIVATE_KEYS_FILE } = testKeys('bank');
    const { code, said } = await run('sca', { SANDBOX: 'true', ...testKeys('sca'), PRIVATE_KEYS_FILE });
    const line = JSON.parse(said) as object;
    expect([code, line]).toEqual([
      2,
      expect.objectContaining({
        event: 'notStarted',
        msg: 'PRIVATE_KEYS_FILE: has no key of sca for signing (Ed25519)',
      }),
    ]);
  });
});
