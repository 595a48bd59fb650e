import { ADDED_STATUSES, AspspProfile, OBSTACLES, PROFILE_PRESETS } from '@xs2a/contracts';
import { z } from 'zod';
import { code, page } from './markdown.ts';
import {
  FIXED_BEHAVIOUR,
  OWN_STATUSES,
  PROFILE_INTRODUCTION,
  PROFILE_SECTIONS,
  type ProfileSection,
} from './profile-texts.ts';
import { typeOf } from './type-of.ts';

const SOURCE = '`packages/contracts/src/profile/aspsp-profile.ts`';

interface Setting {
  readonly name: string;
  readonly schema: z.core.JSONSchema.JSONSchema;
  readonly valueIn: (profile: AspspProfile) => unknown;
}

/** Returns the pages of `docs/profile`: one for each section of the settings, and an introduction with links. */
export function profilePages(folder: string): Record<string, string> {
  const sections = Object.entries(PROFILE_SECTIONS);
  refuseUnsorted(sections.flatMap(([, { settings }]) => settings));
  const pages = sections.map(([name, section]) => [`${folder}/${name}.md`, sectionPage(section)] as const);
  return { [`${folder}/README.md`]: introduction(), ...Object.fromEntries(pages) };
}

function introduction(): string {
  const links = Object.entries(PROFILE_SECTIONS).map(
    ([name, { title, about }]) => `- [${title}](${name}.md): ${about}`,
  );
  return page(
    'Profile of a bank',
    SOURCE,
    'What a bank decides about its interface. Every choice that the standard leaves to the bank is a setting here.',
    links.join('\n'),
    '## Writing a profile',
    PROFILE_INTRODUCTION,
    '## Settings that may be obstacles',
    'A supervisor may regard these as obstacles to TPPs. The gateway warns of them at its start, and `profile check` prints them. Keep the reason of another choice with the profile.',
    OBSTACLES.map(({ setting, text, source }) => `- ${code(setting)}: ${text} (${source}).`).join('\n'),
    '## Fixed behaviour',
    FIXED_BEHAVIOUR.map(([question, reason]) => `- ${question}: ${reason}.`).join('\n'),
    '## Error statuses beyond the interface',
    OWN_STATUSES,
    ADDED_STATUSES.map(addedStatus).join('\n'),
  );
}

function addedStatus({ status, families, reason }: (typeof ADDED_STATUSES)[number]): string {
  const where = families.includes('AIS') ? 'every endpoint' : 'payments, funds confirmation and signing baskets';
  return `- ${code(String(status))} (${where}): ${reason}.`;
}

function sectionPage({ title, about, settings }: ProfileSection): string {
  const all = Object.entries(settingsByName());
  const parts = settings.flatMap((top) =>
    all.filter(([name]) => name === top || name.startsWith(`${top}.`)).flatMap(([, setting]) => described(setting)),
  );
  return page(
    `Profile: ${title.toLowerCase()}`,
    SOURCE,
    `Settings: ${about}. [How a profile is written](README.md).`,
    ...parts,
  );
}

function described({ name, schema, valueIn }: Setting): string[] {
  const { description = '' } = schema;
  const values = new Map<string, string[]>();
  for (const [preset, profile] of Object.entries<AspspProfile>(PROFILE_PRESETS)) {
    const set = valueIn(profile);
    const value = set === undefined ? ' not set' : inWords(set);
    values.set(value, [...(values.get(value) ?? []), code(preset)]);
  }
  const lines = Array.from(values, ([value, presets]) => {
    return `- ${values.size === 1 ? 'every preset' : presets.join(', ')}:${value}`;
  });
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  return [`## ${code(name)}`, `${sentence}.`, [`- type: ${typeOf(schema)}`, ...lines].join('\n')];
}

/** Formats a list by its members, a map by its entries. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return ` ${value.map((member) => code(String(member))).join(', ') || 'none'}`;
  if (typeof value !== 'object' || value === null) return ` ${code(String(value))}`;
  const entries = Object.entries(value).map(([key, inner]) => {
    const isMap = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return `\n  - ${code(key)}:${isMap ? ` ${code(JSON.stringify(inner))}` : inWords(inner)}`;
  });
  return entries.join('') || ' none';
}

/** Returns every setting, those of a group as `group.setting`. */
function settingsByName(): Record<string, Setting> {
  const { properties = {} } = z.toJSONSchema(AspspProfile, { io: 'input' });
  const settings = Object.entries(properties).flatMap(([name, schema]): Setting[] => {
    if (typeof schema === 'boolean') return [];
    const valueIn = (profile: AspspProfile): unknown => Object.entries(profile).find(([key]) => key === name)?.[1];
    const isGroup = schema.type === 'object' && schema.additionalProperties === false;
    if (!isGroup) return [{ name, schema, valueIn }];
    return Object.entries(schema.properties ?? {}).flatMap(([inner, innerSchema]): Setting[] => {
      if (typeof innerSchema === 'boolean') return [];
      const innerValue = (profile: AspspProfile): unknown =>
        Object.entries(valueIn(profile) ?? {}).find(([key]) => key === inner)?.[1];
      return [{ name: `${name}.${inner}`, schema: innerSchema, valueIn: innerValue }];
    });
  });
  return Object.fromEntries(settings.map((setting) => [setting.name, setting]));
}

/** Throws unless each setting is on one page. */
function refuseUnsorted(sorted: readonly string[]): void {
  const wrong = Object.keys(AspspProfile.shape).filter((name) => sorted.filter((one) => one === name).length !== 1);
  if (wrong.length > 0) throw new Error(`profile-texts.ts must name ${wrong.join(', ')} in one section`);
}
