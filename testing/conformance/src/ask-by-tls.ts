import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { sandboxFiles } from '@xs2a/certificates';

/** Requests an unknown consent over TLS, without a TPP certificate. */
export async function askWithoutCertificate(
  url: string,
  certificates: string | undefined,
): Promise<{ status: number; code?: string }> {
  const ca = certificates === undefined ? undefined : readFileSync(sandboxFiles(certificates).authority.certificate);
  const address = new URL('/v1/consents/unknown', url);
  const headers = { 'X-Request-ID': crypto.randomUUID() };
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(address, { headers, ...(ca && { ca }) }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    sent.on('error', reject);
    sent.end();
  });
  const said = (text === '' ? {} : JSON.parse(text)) as { code?: string; tppMessages?: { code: string }[] };
  const code = said.tppMessages?.[0]?.code ?? said.code;
  return { status, ...(code !== undefined && { code }) };
}
