import { readFileSync } from 'node:fs';
import { AspspProfile, PROFILE_PRESETS } from '@xs2a/contracts';
import { parse } from 'yaml';
import { z } from 'zod';

const ProfileFile = z.strictObject({
  preset: z.enum(Object.keys(PROFILE_PRESETS) as [keyof typeof PROFILE_PRESETS]).default('hr-full'),
  ...AspspProfile.partial().extend({ limits: AspspProfile.shape.limits.partial().optional() }).shape,
});

/** The profile by the name of a preset, or from a YAML file whose knobs are laid over its preset. */
export function loadProfile(nameOrFile: string): AspspProfile {
  if (Object.hasOwn(PROFILE_PRESETS, nameOrFile)) return PROFILE_PRESETS[nameOrFile as keyof typeof PROFILE_PRESETS];
  const parsed = ProfileFile.safeParse(parse(readFileSync(nameOrFile, 'utf8')) ?? {});
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The profile ${nameOrFile} is not usable:\n  ${wrong.join('\n  ')}`);
  }
  const { preset, limits, ...knobs } = parsed.data;
  const base = PROFILE_PRESETS[preset];
  return AspspProfile.parse({ ...base, ...knobs, limits: { ...base.limits, ...limits } });
}
