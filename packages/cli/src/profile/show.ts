import type { AspspProfile } from '@xs2a/contracts';
import { EXIT_CODES, loadProfile, profileFingerprint, SettingsRefusal, writeProfile } from '@xs2a/service-kit';
import { printJson } from '../command/common.ts';

interface Asked {
  readonly name: string | undefined;
  readonly json: boolean;
}

export function show({ name = 'hr-full', json }: Asked): number | undefined {
  return withProfile(name, (profile, fingerprint) => {
    if (json) printJson({ name, fingerprint, profile });
    else process.stdout.write(`# ${name}, fingerprint ${fingerprint}\n${writeProfile(profile)}`);
  });
}

export function check({ name = 'hr-full', json }: Asked): number | undefined {
  return withProfile(name, (_, fingerprint) => {
    if (json) printJson({ name, fingerprint });
    else process.stdout.write(`${name} is valid, fingerprint ${fingerprint}\n`);
  });
}

function withProfile(name: string, tell: (profile: AspspProfile, fingerprint: string) => void): number | undefined {
  try {
    const profile = loadProfile(name);
    tell(profile, profileFingerprint(profile));
    return undefined;
  } catch (error) {
    if (!(error instanceof SettingsRefusal)) throw error;
    process.stderr.write(error.faults.map(({ text }) => `${text}\n`).join(''));
    return EXIT_CODES.failed;
  }
}
