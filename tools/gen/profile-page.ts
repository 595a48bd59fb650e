import { AspspProfile, PROFILE_PRESETS } from '@xs2a/contracts';
import { z } from 'zod';
import { code, page, table } from './markdown.ts';
import { NO_KNOBS, PROFILE_INTRODUCTION } from './profile-texts.ts';
import { typeOf } from './type-of.ts';

interface Knob {
  readonly name: string;
  readonly schema: z.core.JSONSchema.JSONSchema;
  readonly valueIn: (profile: AspspProfile) => unknown;
}

/** Every knob, those of a group by `group.knob`. */
function knobs(): Knob[] {
  const { properties = {} } = z.toJSONSchema(AspspProfile, { io: 'input' });
  return Object.entries(properties).flatMap(([name, schema]): Knob[] => {
    if (typeof schema === 'boolean') return [];
    const valueIn = (profile: AspspProfile): unknown => Object.entries(profile).find(([knob]) => knob === name)?.[1];
    const isGroup = schema.type === 'object' && schema.additionalProperties === false;
    if (!isGroup) return [{ name, schema, valueIn }];
    return Object.entries(schema.properties ?? {}).flatMap(([inner, innerSchema]): Knob[] => {
      if (typeof innerSchema === 'boolean') return [];
      const innerValue = (profile: AspspProfile): unknown =>
        Object.entries(valueIn(profile) as object).find(([knob]) => knob === inner)?.[1];
      return [{ name: `${name}.${inner}`, schema: innerSchema, valueIn: innerValue }];
    });
  });
}

export function profilePage(): string {
  const presets = Object.entries<AspspProfile>(PROFILE_PRESETS);
  const rows = knobs().map(({ name, schema, valueIn }) => [
    code(name),
    typeOf(schema),
    ...presets.map(([, preset]) => code(JSON.stringify(valueIn(preset)))),
    schema.description ?? '',
  ]);
  return page(
    'Profile of a bank',
    '`packages/contracts/src/profile/aspsp-profile.ts`',
    'What a bank decides about its interface. Every choice that the standard leaves to it is a knob.',
    PROFILE_INTRODUCTION,
    table(['knob', 'type', ...presets.map(([name]) => name), 'meaning'], rows),
    '## What is no knob',
    table(['question', 'why'], NO_KNOBS),
  );
}
