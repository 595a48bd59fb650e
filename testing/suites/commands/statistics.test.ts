import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePsuInterfaceDays } from '@xs2a/gateway/statistics';
import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import { type Document, MongoClient } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const HEAD = 'date,interface,downtimeSeconds,pispMs,aispMs,cbpiiMs,errorPercent';
const { mongoUrl } = testServers();
const database = freshDatabaseName('statistics');
const file = join(mkdtempSync(join(tmpdir(), 'xs2a-statistics-')), 'figures.csv');

function statistics(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, MONGO_URL: mongoUrl, MONGO_DATABASE: database };
  return new Promise((resolve) => {
    execFile(process.execPath, ['tools/xs2a.ts', 'statistics', ...args], { cwd: ROOT, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

beforeAll(async () => {
  await using client = await MongoClient.connect(mongoUrl);
  const days = client.db(database).collection<Document & { _id: string }>('statisticsDays');
  const times = { PISP: { requests: 4, ms: 500 }, AISP: { requests: 2, ms: 90 } };
  await days.insertOne({
    _id: '2026-05-04',
    seconds: 86_400,
    downSeconds: 60,
    endedDown: false,
    requests: 8,
    errors: 1,
    times,
  });
});

describe('npm run xs2a -- statistics', () => {
  it("prints a quarter as CSV, the bank's own interfaces beside the dedicated one", async () => {
    // A spreadsheet file: byte order mark, CRLF, and the same day twice.
    writeFileSync(
      file,
      `\uFEFF${HEAD}\r\n2026-05-04,mobile app,99,1,,,\r\n2026-05-04,mobile app,30,140.5,60,,0.2\r\n2026-05-04,e-banking,0,,,,\r\n`,
    );
    expect(await statistics('--import', file)).toEqual({ code: 0, out: '3 days stored\n', err: '' });
    const { code, out } = await statistics('--quarter', '2026-Q2');
    expect(out.trim().split('\r\n').slice(1)).toEqual([
      '2026-05-04,dedicated,99.931,0.069,60,125,45,,12.500,86400',
      '2026-05-04,e-banking,100.000,0.000,0,,,,,86400',
      '2026-05-04,mobile app,99.965,0.035,30,141,60,,0.200,86400',
    ]);
    expect(code).toBe(0);
  });

  it('refuses an invalid file by line and column, and stores nothing of it', async () => {
    const faults: readonly (readonly [string, string])[] = [
      ['date,interface\n', `line 1 must be ${HEAD}`],
      [`${HEAD}\n2026-05-05,e-banking,0,,,,\n2026-05-32,e-banking,0,,,,\n`, 'line 3, date'],
      [`${HEAD}\n2026-05-05,=HYPERLINK,0,,,,\n`, 'line 2, interface'],
      [`${HEAD}\n2026-05-05,dedicated,0,,,,\n`, 'line 2, interface: dedicated is measured'],
      [`${HEAD}\n2026-05-05,e-banking,-1,,,,\n`, 'line 2, downtimeSeconds'],
    ];
    for (const [text, message] of faults) expect(() => parsePsuInterfaceDays(text)).toThrow(message);
    const [text, message] = faults[1] ?? ['', ''];
    writeFileSync(file, text);
    const { code, err } = await statistics('--import', file);
    expect([code, err.slice(0, message.length)]).toEqual([2, message]);
    expect((await statistics('--quarter', '2026-Q2')).out).not.toContain('2026-05-05');
  });
});
