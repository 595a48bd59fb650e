import { createHash, X509Certificate } from 'node:crypto';
import type { ServiceRecord } from './manifest.ts';

/**
 * Writes the trust anchors as PEM, each after lines with its owner and purposes (`# purposes:`). A certificate of several
 * services is written once, with the purposes of all.
 */
export function writeAnchors(services: readonly ServiceRecord[]): string {
  const trusted = services.filter(({ isTrusted }) => isTrusted);
  const anchors = Map.groupBy(trusted, ({ sha256 }) => sha256);
  const blocks = [...anchors.values()].map((same) => {
    const names = same.map(({ territory, provider, name }) => `# ${territory}: ${provider}, ${name}`);
    const purposes = ['web', 'seal'].filter((one) => same.some((service) => service.purposes.some((it) => it === one)));
    const pem = new X509Certificate(Buffer.from(same[0]?.certificate ?? '', 'base64')).toString();
    return `${[...new Set(names)].join('\n')}\n# purposes: ${purposes.join(', ')}\n${pem}`;
  });
  return `# Trust anchors from the trusted lists of the European Union. Written by npm run xs2a -- trust-list.\n\n${blocks.join('\n')}`;
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
