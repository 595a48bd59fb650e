// Says what a profile comes to, before a service is started with it:
//   npm run profile -- hr-full              prints every setting of a preset
//   npm run profile -- bank.yaml            of a file, laid over its preset
//   npm run profile -- --check bank.yaml    prints nothing but whether services would start with it
// Exits with 1, and a line for each fault, where they would not. The fingerprint is what services show at /readyz.
import { loadProfile, profileFingerprint, writeProfile } from '@xs2a/service-kit';
import { readArguments } from './read-arguments.ts';

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
      ? `${name} is usable, its fingerprint is ${fingerprint}\n`
      : `# ${name}, fingerprint ${fingerprint}\n${writeProfile(profile)}`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
