import { readFileSync } from 'node:fs';
import { AspspProfile, contradictionsIn, PROFILE_PRESETS } from '@xs2a/contracts';
import { type Document, isNode, LineCounter, parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { SettingsRefusal } from '../settings/settings-refusal.ts';
import { brandFileFaults } from './brand-files.ts';

type Preset = keyof typeof PROFILE_PRESETS;
type Path = readonly PropertyKey[];

/** Loads a profile by the name of a preset, or from a YAML file whose settings override its preset. */
export function loadProfile(nameOrFile: string): AspspProfile {
  if (isPreset(nameOrFile)) return PROFILE_PRESETS[nameOrFile];
  return readProfile(nameOrFile, readText(nameOrFile));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const presets = Object.keys(PROFILE_PRESETS).join(', ');
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw refusal([`${file} is neither a preset (${presets}) nor a file that can be read (${code})`], cause);
  }
}

/** Parses a profile file. Throws with one line per fault: file, line, setting and reason. */
export function readProfile(file: string, text: string): AspspProfile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const faults: string[] = [];
  const say = (at: number, what: string): void => void faults.push(`${file}:${lines.linePos(at).line}: ${what}`);
  const sayOf = (path: Path, message: string): void => say(offsetOf(document, path), `${path.join('.')}: ${message}`);
  for (const { pos, message } of document.errors)
    say(pos[0], message.split('\n')[0]?.replace(/ at line.*/, '') ?? message);
  const written: unknown = faults.length > 0 ? {} : (document.toJS() ?? {});
  if (!isGroup(written)) {
    say(0, 'must contain settings and their values');
    throw refusal(faults);
  }
  const { preset = 'hr-full', ...settings } = withCurrentNames(written);
  if (!isPreset(preset)) sayOf(['preset'], `must be one of ${Object.keys(PROFILE_PRESETS).join(', ')}`);
  const parsed = AspspProfile.safeParse(
    mergeSettings(isPreset(preset) ? PROFILE_PRESETS[preset] : PROFILE_PRESETS['hr-full'], settings),
  );
  for (const [path, message] of (parsed.error?.issues ?? []).flatMap(faultsOf)) sayOf(path, message);
  // Preset settings for features that the file does not offer are harmless.
  const contradictions = parsed.success
    ? contradictionsIn(parsed.data).filter(({ path }) => isWritten(document, path))
    : [];
  for (const { path, message } of contradictions) sayOf(path, message);
  if (parsed.success) for (const { path, message } of brandFileFaults(file, parsed.data)) sayOf(path, message);
  if (!parsed.success || faults.length > 0) throw refusal(faults);
  return parsed.data;
}

/** Writes the whole profile as a file. Reading it returns the same profile, whatever the default preset contains. */
export function writeProfile(profile: AspspProfile): string {
  return stringify(withNullsFor(profile, PROFILE_PRESETS['hr-full']));
}

function withNullsFor(group: object, base: object): object {
  const below = new Map<string, unknown>(Object.entries(base));
  const own = Object.entries(group).map(([name, value]) => {
    const under = below.get(name);
    return [name, isGroup(value) && isGroup(under) ? withNullsFor(value, under) : value] as const;
  });
  const leftOut = [...below.keys()].filter((name) => !Object.hasOwn(group, name)).map((name) => [name, null] as const);
  return Object.fromEntries([...own, ...leftOut]);
}

/** Accepts setting names of the previous release, so that one file serves old and new services during a rollout. */
function withCurrentNames({ fieldNames, ...settings }: Record<string, unknown>): Record<string, unknown> {
  if (fieldNames !== 'both' && fieldNames !== 'standard') {
    return fieldNames === undefined ? settings : { ...settings, fieldNames };
  }
  return { fieldAliases: fieldNames === 'both', ...settings };
}

function isPreset(name: unknown): name is Preset {
  return typeof name === 'string' && Object.hasOwn(PROFILE_PRESETS, name);
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Merges groups setting by setting; a list replaces a list, and null removes a setting. */
function mergeSettings(base: object, over: object): object {
  const merged = new Map<string, unknown>(Object.entries(base));
  for (const [name, value] of Object.entries(over)) {
    const below = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isGroup(below) && isGroup(value) ? mergeSettings(below, value) : value);
  }
  return Object.fromEntries(merged);
}

function faultsOf(issue: z.core.$ZodIssue): [Path, string][] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]];
  return issue.keys.map((key) => [[...issue.path, key], 'unknown setting']);
}

function isWritten(document: Document, path: Path): boolean {
  return document.hasIn(path);
}

/** Position of a setting in the file; if it is missing, of the group around it. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** The file name is not secret, and commands load profiles without the variable. */
function refusal(faults: readonly string[], cause?: unknown): SettingsRefusal {
  return new SettingsRefusal(
    faults.map((text) => ({ variable: 'PROFILE', text })),
    { cause },
  );
}
