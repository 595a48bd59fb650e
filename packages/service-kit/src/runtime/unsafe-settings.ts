import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { SettingFault } from '../settings/settings-refusal.ts';
import type { KitConfig } from './config.ts';

/** A setting with which a service refuses to start, although it is well formed. */
export interface UnsafeSetting<Config = unknown> {
  /** The variable that the operator must change. */
  readonly variable: string;
  readonly isUnsafe: (config: Config, env: NodeJS.ProcessEnv) => boolean;
  /** Fault and remedy. Never contains the value. */
  readonly text: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
/** Well-known passwords of examples and images. */
const WELL_KNOWN = new Set([
  'admin',
  'changeme',
  'default',
  'example',
  'guest',
  'mongo',
  'nats',
  'pass',
  'password',
  'root',
  'secret',
  'test',
  'xs2a',
]);
const SECRET_CHARACTERS_MIN = 12;
/** A secret with fewer different characters was typed, not generated. */
const DIFFERENT_CHARACTERS_MIN = 6;
const OFF = /^(1|true|yes)$/i;
const WEAK = 'is a default or easily guessed; use a generated one of at least 12 characters';

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase());
}

/** Whether an IP address is public. Names and wildcards are not checked. */
function isPublicAddress(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(address) === 4) {
    return !/^(0|10|127)\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^192\.168\./.test(
      address,
    );
  }
  return isIP(address) === 6 && !/^(::1?$|f[cd]|fe[89ab])/.test(address);
}

export function isWeakSecret(secret: string): boolean {
  const text = secret.toLowerCase();
  return WELL_KNOWN.has(text) || text.length < SECRET_CHARACTERS_MIN || new Set(text).size < DIFFERENT_CHARACTERS_MIN;
}

/** Unsafe settings of every service. */
const COMMON: readonly UnsafeSetting<KitConfig>[] = [
  {
    variable: 'NODE_TLS_REJECT_UNAUTHORIZED',
    isUnsafe: (_, env) => env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    text: 'turns off the verification of all TLS servers; name their authority instead (NODE_EXTRA_CA_CERTS)',
  },
  {
    variable: 'NODE_OPTIONS',
    isUnsafe: (_, env) =>
      /--inspect(-brk|-port|-wait)?[= ](?!127\.|localhost|\[?::1)[^\s-]*[.:a-z]/i.test(env['NODE_OPTIONS'] ?? ''),
    text: 'opens the debugger to other machines; whoever reaches it controls the service',
  },
  {
    variable: 'HEALTH_HOST',
    isUnsafe: ({ HEALTH_HOST }) => isPublicAddress(HEALTH_HOST),
    text: 'metrics are for the platform alone; it must not be an address of the internet',
  },
  ...ofSecret(
    'MONGO_URL',
    (address) =>
      ['tlsInsecure', 'tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames', 'sslValidate'].some((option) => {
        const value = optionOf(address, option);
        return value !== undefined && (option === 'sslValidate' ? !OFF.test(value) : OFF.test(value));
      }),
    'turns off the verification of the TLS of the database; name its authority instead (MONGO_CA_FILE)',
  ),
  ...ofSecret(
    'MONGO_URL',
    (address) => isWeak(passwordOf(address)),
    'its password is a default or easily guessed; use a generated one of at least 12 characters',
  ),
  ...ofSecret('MONGO_PASSWORD', isWeakSecret, WEAK),
  {
    variable: 'NATS_URL',
    isUnsafe: ({ NATS_URL }) => NATS_URL.split(',').some((one) => isWeak(passwordOf(one))),
    text: 'its password is a default or easily guessed; use a generated one of at least 12 characters',
  },
  ...ofSecret('NATS_PASSWORD', isWeakSecret, WEAK),
];

/** Checks of a secret variable and of the file that may contain its value. Unreadable files are reported elsewhere. */
function ofSecret(
  name: 'MONGO_URL' | 'MONGO_PASSWORD' | 'NATS_PASSWORD',
  isUnsafe: (secret: string) => boolean,
  text: string,
): UnsafeSetting<KitConfig>[] {
  return [
    { variable: name, isUnsafe: (config) => config[name] !== undefined && isUnsafe(config[name]), text },
    {
      variable: `${name}_FILE`,
      isUnsafe: (config) => {
        const secret = contentOf(config[`${name}_FILE`]);
        return secret !== undefined && isUnsafe(secret);
      },
      text,
    },
  ];
}

function contentOf(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function isWeak(secret: string | undefined): boolean {
  return secret !== undefined && isWeakSecret(secret);
}

/** Returns the password in an address `scheme://user:password@host`. */
function passwordOf(address: string): string | undefined {
  const authority = address.split('://').at(-1)?.split(/[/?]/)[0] ?? '';
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  const colon = user.indexOf(':');
  return colon < 0 ? undefined : user.slice(colon + 1);
}

function optionOf(address: string, option: string): string | undefined {
  const query = new URLSearchParams(address.split('?')[1] ?? '');
  return [...query].find(([name]) => name.toLowerCase() === option.toLowerCase())?.[1];
}

/** Returns the unsafe settings that apply, of the kit and of the service. */
export function findUnsafe<Config>(
  own: readonly UnsafeSetting<Config>[],
  config: Config & KitConfig,
  env: NodeJS.ProcessEnv,
): SettingFault[] {
  return [...COMMON, ...own]
    .filter((row) => row.isUnsafe(config, env))
    .map(({ variable, text }) => ({ variable, text }));
}
