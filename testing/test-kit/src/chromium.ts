import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as playwright } from 'playwright-core';
import { findExecutable, pathFolders } from './find-server.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** Command that starts the browser; `env` only if it needs more than this process has. */
export interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];

// No sandbox: tests run as root and in containers, and open only pages of this repository.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** Finds a Chromium: `CHROME_PATH`, one on PATH, otherwise the headless one in a package (Linux x64). */
export async function chromium(): Promise<Chromium> {
  const chosen = process.env['CHROME_PATH'];
  const installed = chosen ? chosen : findExecutable(NAMES, pathFolders());
  if (installed !== undefined) return { executablePath: installed, args: ARGS };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('There is no Chromium: install one, or set CHROME_PATH to its path');
  }
  return packaged(await unpackChromium());
}

/** Starts a headless browser; the caller closes it (`await using`). */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  const { executablePath, args, env } = await chromium();
  return await playwright.launch({ executablePath, args: [...args, ...more], ...(env && { env }) });
}

async function packaged(folder: string): Promise<Chromium> {
  const executablePath = join(folder, 'chromium');
  // Bare machines lack NSS and fonts; the package brings both. A machine's own are preferred, as they are newer.
  const runs = await promisify(execFile)(executablePath, ['--version']).then(
    () => true,
    () => false,
  );
  const libraries = runs ? {} : { LD_LIBRARY_PATH: join(folder, 'lib') };
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: folder };
  return { executablePath, args: ARGS, env: { ...environment(), ...libraries, ...fonts } };
}

function environment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
