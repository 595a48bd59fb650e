import { type AspspProfile, obstaclesIn } from '@xs2a/contracts';
import { EXIT_CODES, loadProfile, profileFingerprint, SettingsRefusal, writeProfile } from '@xs2a/service-kit';
import type { Result } from '../command/command.ts';

interface Asked {
  readonly name: string | undefined;
}

export function show({ name = 'hr-full' }: Asked): Result {
  return withProfile(name, (profile, fingerprint) => ({
    text: `# ${name}, fingerprint ${fingerprint}\n${writeProfile(profile)}`,
    document: { name, fingerprint, profile },
  }));
}

export function check({ name = 'hr-full' }: Asked): Result {
  return withProfile(name, (profile, fingerprint) => {
    const obstacles = obstaclesIn(profile);
    const lines = obstacles.map(({ setting, text, source }) => `may be an obstacle (${source}): ${setting}: ${text}`);
    return {
      text: [`${name} is valid, fingerprint ${fingerprint}`, ...lines].join('\n'),
      document: { name, fingerprint, obstacles },
    };
  });
}

function withProfile(name: string, tell: (profile: AspspProfile, fingerprint: string) => Result): Result {
  try {
    const profile = loadProfile(name);
    return tell(profile, profileFingerprint(profile));
  } catch (error) {
    if (!(error instanceof SettingsRefusal)) throw error;
    return { faults: error.faults.map(({ text }) => text), code: EXIT_CODES.failed };
  }
}
