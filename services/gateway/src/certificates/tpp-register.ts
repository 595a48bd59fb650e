import { readFile, stat } from 'node:fs/promises';
import {
  findInRegister,
  type Register,
  type RegisterFinding,
  readRegister,
  type TppCertificate,
} from '@xs2a/certificates';
import { type TppRole, Xs2aError } from '@xs2a/contracts';
import { addCounter, addGauge, bankDay, FileWatch, type Kit, SettingsRefusal } from '@xs2a/service-kit';
import type { GatewayConfig } from '../config.ts';

/** The EBA's download has about 200 MB, of which TPPs make up 2. Parsing blocks the gateway for a moment. */
const BYTES_MAX = 32 * 1_048_576;
const DAY_MS = 86_400_000;

type Settings = Pick<
  GatewayConfig,
  'TPP_REGISTER' | 'TPP_REGISTER_FILE' | 'TPP_REGISTER_COUNTRY' | 'TPP_REGISTER_DAYS_MAX'
>;
type Parts = Pick<Kit<GatewayConfig>, 'log' | 'metrics' | 'now' | 'profile' | 'remark'>;
type Objection = 'absent' | 'withdrawn' | 'role';

interface Extract {
  readonly register: Register;
  readonly writtenAt: number;
}

/**
 * Checks TPPs against an extract of the EBA register, in addition to their certificates (decision 33). A role needs both the
 * certificate and the register.
 */
export class TppRegister {
  readonly #settings: Settings;
  readonly #parts: Parts;
  readonly #count: (objection: Objection) => void;
  readonly #watch: FileWatch | undefined;
  #extract: Extract | undefined;
  /** TPPs logged since the extract was read, so that each is logged once. */
  #logged = new Set<string>();

  private constructor(settings: Settings, parts: Parts, extract: Extract | undefined) {
    this.#settings = settings;
    this.#parts = parts;
    this.#extract = extract;
    const { metrics, log, remark } = parts;
    this.#count = addCounter(
      metrics,
      'xs2a_register_objections_total',
      'Requests of TPPs that the register objects to',
      'objection',
    );
    addGauge(metrics, 'xs2a_register_age_days', 'Age of the register extract; 0 without one', () =>
      Promise.resolve(this.#ageDays()),
    );
    remark(() => (this.#isStale() ? `register extract is ${Math.floor(this.#ageDays())} days old` : undefined));
    if (settings.TPP_REGISTER_FILE === undefined || extract === undefined) return;
    const file = settings.TPP_REGISTER_FILE;
    this.#watch = new FileWatch([file], log, async () => this.#take(await readExtract(file)));
    this.#take(extract);
  }

  /** Throws if the register is enabled and cannot be read: the gateway must not start without it. */
  static async open(settings: Settings, parts: Parts): Promise<TppRegister> {
    const { TPP_REGISTER: mode, TPP_REGISTER_FILE: file } = settings;
    if (mode === 'off') return new TppRegister(settings, parts, undefined);
    if (file === undefined) throw refusal(`must be set where TPP_REGISTER is ${mode}`);
    return new TppRegister(settings, parts, await readExtract(file));
  }

  /** Returns the roles that a TPP has by its certificate and the register. Throws if the TPP must be refused. */
  rolesOf(certificate: TppCertificate): readonly TppRole[] {
    const { roles } = certificate;
    if (this.#extract === undefined) return roles;
    const { now, profile } = this.#parts;
    const found = findInRegister(this.#extract.register, certificate.organizationIdentifier, {
      day: bankDay(now(), profile),
      country: this.#settings.TPP_REGISTER_COUNTRY,
    });
    const kept = found.finding === 'authorised' ? roles.filter((role) => found.roles.includes(role)) : roles;
    const objection = this.#objectionOf(found, kept.length < roles.length, certificate);
    if (objection === undefined) return roles;
    this.#report(objection, certificate.organizationIdentifier);
    if (this.#settings.TPP_REGISTER === 'warn') return roles;
    if (objection === 'withdrawn')
      throw new Xs2aError('certificateBlocked', { text: 'its authorisation was withdrawn' });
    if (objection === 'absent')
      throw new Xs2aError('certificateInvalid', { text: 'the register does not name its holder' });
    return kept;
  }

  stop(): void {
    this.#watch?.stop();
  }

  #objectionOf(
    { finding }: RegisterFinding,
    lacksRole: boolean,
    { servicesAccounts }: TppCertificate,
  ): Objection | undefined {
    if (finding === 'withdrawn') return 'withdrawn';
    if (finding === 'authorised') return lacksRole ? 'role' : undefined;
    // Banks are in another register, and an old extract lacks new providers.
    return servicesAccounts || this.#isStale() ? undefined : 'absent';
  }

  #report(objection: Objection, tppId: string): void {
    this.#count(objection);
    const key = `${objection} ${tppId}`;
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    this.#parts.log.warn({ event: 'registerObjects', outcome: objection, tpp: tppId });
  }

  #take(extract: Extract): void {
    this.#extract = extract;
    this.#logged = new Set();
    const { log } = this.#parts;
    log.info({ event: 'registerRead', count: extract.register.size });
    if (this.#isStale()) log.warn({ event: 'registerStale' });
  }

  #ageDays(): number {
    return this.#extract === undefined ? 0 : (this.#parts.now().getTime() - this.#extract.writtenAt) / DAY_MS;
  }

  #isStale(): boolean {
    return this.#ageDays() > this.#settings.TPP_REGISTER_DAYS_MAX;
  }
}

/** The modification time of the file counts as the time of the extract. */
export async function readExtract(file: string): Promise<Extract> {
  const { size, mtimeMs } = await stat(file);
  if (size > BYTES_MAX) {
    throw refusal(`has more than ${BYTES_MAX} bytes: reduce it with npm run xs2a -- register reduce`);
  }
  const text = await readFile(file, 'utf8');
  try {
    return { register: readRegister(text), writtenAt: mtimeMs };
  } catch (cause) {
    throw refusal((cause as Error).message, { cause });
  }
}

function refusal(text: string, options?: ErrorOptions): SettingsRefusal {
  return new SettingsRefusal([{ variable: 'TPP_REGISTER_FILE', text }], options);
}
