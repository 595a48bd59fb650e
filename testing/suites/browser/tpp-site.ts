import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { issueSelfSigned } from '@xs2a/certificates';
import { openBrowser } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import type { Browser } from 'playwright-core';

const HOUR_MS = 3_600_000;

/** A browser for which the host of the TPP is a separate site. Its contexts need `ignoreHTTPSErrors`. */
export interface BrowserOfPsu extends AsyncDisposable {
  readonly browser: Browser;
}

/** Playwright cannot answer a redirect itself, so the TPP is a server over https. */
export async function openBrowserOfPsu(): Promise<BrowserOfPsu> {
  const { certificate: cert, key } = await issueSelfSigned({
    organizationIdentifier: 'PSDHR-HNB-SITE',
    name: 'TPP',
    roles: [],
    qcType: 'web',
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + HOUR_MS),
  });
  const site = createServer({ cert, key }, (_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>TPP</title><h1>TPP</h1>');
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const { port } = site.address() as AddressInfo;
  const { hostname } = new URL(RETURN.ok);
  const browser = await openBrowser(`--host-resolver-rules=MAP ${hostname}:443 127.0.0.1:${port}`);
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      site.closeAllConnections();
      site.close();
    },
  };
}
