import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { QC_TYPE_NAMES, type QcType, type RevocationList, readRevocations } from '@xs2a/certificates';
import { type Clock, FileWatch, type Log, SettingsRefusal } from '@xs2a/service-kit';
import type { GatewayConfig } from '../config.ts';

/** Authorities that the bank trusts, and the certificates and TPPs that it no longer accepts. */
export interface Trust {
  readonly authorities: readonly X509Certificate[];
  /** Purposes for which an authority may issue certificates; an authority without an entry may issue for all. */
  readonly purposes: ReadonlyMap<X509Certificate, readonly QcType[]>;
  readonly revocations: ReadonlyMap<X509Certificate, readonly RevocationList[]>;
  /** Blocked organizationIdentifiers and thumbprints. */
  readonly blocked: ReadonlySet<string>;
}

type Files = Pick<GatewayConfig, 'TPP_TRUST_LIST' | 'TPP_REVOCATIONS' | 'TPP_STOP_LIST'>;

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/**
 * A line such as `# purposes: web, seal` before a certificate, with the purposes for which a trusted list recognises the issuer
 * (ETSI TS 119 612, 5.5.9.4).
 */
const PURPOSES = /^# purposes:(.*)$/m;

/** Trust list, revocation lists and blocklist file, read at the start and again after each change. */
export class TrustFiles {
  #trust: Trust;
  readonly #watch: FileWatch;

  private constructor(trust: Trust, files: Files, log: Log, now: Clock) {
    this.#trust = trust;
    const watched = [files.TPP_TRUST_LIST, files.TPP_REVOCATIONS, files.TPP_STOP_LIST];
    this.#watch = new FileWatch(
      watched.filter((file) => file !== undefined),
      log,
      async () => {
        this.#trust = await readTrust(files, log, now);
      },
    );
  }

  /** Throws if a configured file cannot be read: the gateway must not start without it. */
  static async open(files: Files, log: Log, now: Clock): Promise<TrustFiles> {
    return new TrustFiles(await readTrust(files, log, now), files, log, now);
  }

  /** Returns the current state: a new object after each change. */
  get current(): Trust {
    return this.#trust;
  }

  stop(): void {
    this.#watch.stop();
  }
}

/** Throws a `SettingsRefusal` if a file has no certificate or an unreadable one. */
export async function readTrust(
  { TPP_TRUST_LIST, TPP_REVOCATIONS, TPP_STOP_LIST }: Files,
  log: Pick<Log, 'warn'>,
  now: Clock,
): Promise<Trust> {
  const [trusted = '', revoked = '', blocklist = ''] = await Promise.all(
    [TPP_TRUST_LIST, TPP_REVOCATIONS, TPP_STOP_LIST].map(read),
  );
  const { authorities, purposes } = readAuthorities(trusted);
  if (TPP_TRUST_LIST !== undefined && authorities.length === 0) throw refusal('contains no certificate');
  const { lists, unsigned } = await readRevocations(revoked, authorities);
  if (unsigned > 0) log.warn({ event: 'revocationListUntrusted', count: unsigned });
  for (const { nextUpdate } of [...lists.values()].flat()) {
    // An overdue list stays in force.
    if (nextUpdate !== undefined && nextUpdate < now()) log.warn({ event: 'revocationListOverdue' });
  }
  const lines = blocklist.split('\n').map((line) => line.trim());
  const blocked = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
  return { authorities, purposes, revocations: lists, blocked };
}

/** Returns the certificates of a PEM text, each with the purposes from the lines before it (RFC 7468, 2: explanatory text). */
function readAuthorities(text: string): Pick<Trust, 'authorities' | 'purposes'> {
  const purposes = new Map<X509Certificate, QcType[]>();
  let end = 0;
  const authorities = Array.from(text.matchAll(PEM), ({ 0: pem, index }) => {
    const authority = parseAuthority(pem);
    const [, stated] = PURPOSES.exec(text.slice(end, index)) ?? [];
    if (stated !== undefined) purposes.set(authority, stated.split(',').map(purposeOf));
    end = index + pem.length;
    return authority;
  });
  return { authorities, purposes };
}

function parseAuthority(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw refusal('contains a certificate that cannot be read', { cause });
  }
}

function refusal(text: string, options?: ErrorOptions): SettingsRefusal {
  return new SettingsRefusal([{ variable: 'TPP_TRUST_LIST', text }], options);
}

function purposeOf(word: string): QcType {
  const purpose = QC_TYPE_NAMES.find((name) => name === word.trim());
  if (purpose === undefined) throw refusal(`a purpose is one of ${QC_TYPE_NAMES.join(', ')}`);
  return purpose;
}

async function read(file: string | undefined): Promise<string> {
  return file === undefined ? '' : readFile(file, 'utf8');
}
