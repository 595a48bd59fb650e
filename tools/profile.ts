// Prints or checks a profile before a service is started with it:
//   npm run profile -- hr-full              prints every setting of a preset
//   npm run profile -- bank.yaml            prints every setting of a file merged into its preset
//   npm run profile -- --check bank.yaml    checks only whether services would start with it
// Exits with 1 and one line per fault if the profile is invalid. Services show the fingerprint at /readyz.
import { EXIT_CODES, loadProfile, profileFingerprint, SettingsRefusal, writeProfile } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';

const { values, positionals } = readArguments(import.meta.filename, {
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
});
const name = positionals[0] ?? 'hr-full';
try {
  const profile = loadProfile(name);
  const fingerprint = profileFingerprint(profile);
  process.stdout.write(
    values.check
      ? `${name} is valid, fingerprint ${fingerprint}\n`
      : `# ${name}, fingerprint ${fingerprint}\n${writeProfile(profile)}`,
  );
} catch (error) {
  if (!(error instanceof SettingsRefusal)) throw error;
  process.stderr.write(error.faults.map(({ text }) => `${text}\n`).join(''));
  process.exitCode = EXIT_CODES.failed;
}
