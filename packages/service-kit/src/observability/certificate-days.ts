import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { addLabelledGauge, type Metrics } from './metrics.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Adds a gauge of the days until certificates in files end, by the variable that names the file: of several in a file, of the one
 * that ends first. A file that cannot be read has none.
 */
export function observeCertificates(
  metrics: Metrics,
  config: Readonly<Record<string, unknown>>,
  variables: readonly string[],
): void {
  addLabelledGauge(
    metrics,
    'xs2a_certificate_days_left',
    'Days until a certificate that the service uses ends, the authorities of servers included',
    ['variable'],
    async () => {
      const found = variables.map(async (variable) => {
        const days = await daysLeft(config[variable]);
        return days === undefined ? [] : [[{ variable }, days] as const];
      });
      return (await Promise.all(found)).flat();
    },
  );
}

async function daysLeft(path: unknown): Promise<number | undefined> {
  if (typeof path !== 'string') return undefined;
  const text = await readFile(path, 'utf8').catch(() => '');
  const ends = Array.from(text.matchAll(CERTIFICATE), ([pem]) => endOf(pem)).filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : (Math.min(...ends) - Date.now()) / DAY_MS;
}

function endOf(pem: string): number | undefined {
  try {
    return new X509Certificate(pem).validToDate.getTime();
  } catch {
    return undefined;
  }
}
