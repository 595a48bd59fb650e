import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePort } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../tools/xs2a.ts', import.meta.url));

let other: Server;
let otherUrl: string;
beforeAll(async () => {
  other = createServer(({ headers }, response) => {
    if (headers.host?.startsWith('localhost')) response.writeHead(200).end('a page');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => other.listen(0, resolve));
  otherUrl = `:${(other.address() as AddressInfo).port}`;
});
afterAll(() => other.close());

/** Exit code and output of `npm run xs2a -- conformance run …`. */
function conformance(...words: string[]): Promise<{ code: unknown; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, 'conformance', 'run', ...words], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });
}

describe('without an instance to test, the conformance suite prints one line with the next step below, and ends with 3 if nothing answers, otherwise 2', () => {
  const cases: [string, () => string[] | Promise<string[]>, RegExp][] = [
    [
      'nobody listens',
      async () => ['--url', `http://127.0.0.1:${await freePort()}`],
      /cannot be reached: connect ECONNREFUSED/,
    ],
    ['nobody listens at either address', async () => ['--url', `http://localhost:${await freePort()}`], /ECONNREFUSED/],
    ['there is no such host', () => ['--url', 'http://nowhere.invalid'], /nowhere\.invalid\/openapi\.json cannot be/],
    ['somebody else answers', () => ['--url', `http://127.0.0.1${otherUrl}`], /openapi\.json is answered 404/],
    ['a page is there', () => ['--url', `http://localhost${otherUrl}`], /is no OpenAPI document/],
    ['the address is none', () => ['--url', 'localhost:8080'], /--url localhost:8080 is no http\(s\) address/],
    ['the profile is none', () => ['--profile', 'nothing'], /nothing is neither a preset/],
  ];
  it.each(cases)('%s', async (_, words, line) => {
    const { code, said } = await conformance(...(await words()));
    expect(said.trimEnd().split('\n')).toEqual([expect.stringMatching(line), expect.stringContaining('--')]);
    expect(code).toBe(said.includes('cannot be reached') ? 3 : 2);
  });
});
