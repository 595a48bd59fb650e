import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SettingFault } from './settings-refusal.ts';

type Values = Readonly<Record<string, unknown>>;
/** The variables of a certificate and of its private key. */
export type KeyPair = readonly [certificate: string, key: string];

const NAMES_FILE = /_FILE$/;
/** Read and checked where the service uses them. */
const READ_ELSEWHERE = ['SERVICE_KEYS_FILE', 'PRIVATE_KEYS_FILE'];

/** Returns variables whose files cannot be read: those ending in `_FILE`, and the other given ones. */
export function unreadableFiles(values: Values, others: readonly string[]): SettingFault[] {
  return Object.entries(values).flatMap(([variable, path]) => {
    const namesFile = NAMES_FILE.test(variable) ? !READ_ELSEWHERE.includes(variable) : others.includes(variable);
    if (typeof path !== 'string' || !namesFile) return [];
    try {
      readFileSync(path);
      return [];
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return [{ variable, text: `the file cannot be read (${code})` }];
    }
  });
}

/** Finds certificates that do not match their keys. Unreadable files are reported elsewhere. */
export function mismatchedKeyPairs(values: Values, pairs: readonly KeyPair[]): SettingFault[] {
  return pairs.flatMap(([certificate, key]) => {
    const [certificateFile, keyFile] = [values[certificate], values[key]];
    if (typeof certificateFile !== 'string' && typeof keyFile !== 'string') return [];
    if (typeof certificateFile !== 'string') return [{ variable: certificate, text: `must be set with ${key}` }];
    if (typeof keyFile !== 'string') return [{ variable: key, text: `must be set with ${certificate}` }];
    const parsed = attempt(() => new X509Certificate(readFileSync(certificateFile)));
    const privateKey = attempt(() => createPrivateKey(readFileSync(keyFile)));
    if (parsed === undefined) return [{ variable: certificate, text: 'has no certificate in PEM' }];
    if (privateKey === undefined) return [{ variable: key, text: 'has no private key in PEM' }];
    return parsed.checkPrivateKey(privateKey) ? [] : [{ variable: key, text: `does not fit ${certificate}` }];
  });
}

/** Undefined if it throws, because the error could quote a key. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
