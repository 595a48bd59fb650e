import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { findInRegister, type RegisterFinding, readRegister, reduceRegister } from '@xs2a/certificates';
import { EXIT_CODES } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { UnusableArguments, unusableIfThrown } from '../command/refusals.ts';

function describe(found: RegisterFinding, country: string): string[] {
  if (found.finding === 'absent') return ['the register does not name it; banks are in another register'];
  const { name, entityCode, authority, referenceCode, dates, services } = found.entry;
  const roles = found.finding === 'authorised' ? found.roles : [];
  return [
    `${name}, ${entityCode}, reference ${referenceCode}, authority ${authority}`,
    found.finding === 'withdrawn'
      ? 'not authorised now'
      : `authorised; in ${country}: ${roles.join(', ') || 'nothing of PSD2 TPPs'}`,
    `authorised and withdrawn in turn: ${dates.join(', ') || 'no date'}`,
    `services: ${[...services].map(([where, codes]) => `${where} ${codes.join(' ')}`).join(', ') || 'none'}`,
  ];
}

interface ShowAsked {
  readonly organizationIdentifier: string;
  readonly file: string;
  readonly country: string;
}

export async function show({ organizationIdentifier, file, country }: ShowAsked): Promise<Result> {
  const register = readFileSync(file, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const found = await unusableIfThrown(() =>
    findInRegister(readRegister(register), organizationIdentifier, { day, country }),
  );
  const code = EXIT_CODES[found.finding === 'authorised' ? 'done' : 'failed'];
  return { text: describe(found, country).join('\n'), document: found, code };
}

interface ReduceAsked {
  readonly download: string;
  readonly out: string;
}

export async function reduce(
  { download, out }: ReduceAsked,
  _: CommandEnvironment,
  progress: Progress,
): Promise<Result> {
  const text = readFileSync(download, 'utf8');
  const entities = await unusableIfThrown(() =>
    reduceRegister(text, (count, of) => progress(`${count} of ${of} entities`)),
  );
  if (entities.length === 0) throw new UnusableArguments(`${download} has no entity of a TPP`);
  writeFileSync(`${out}.part`, `${JSON.stringify(entities)}\n`);
  renameSync(`${out}.part`, out);
  return { text: `${entities.length} entities: ${out}`, document: { entities: entities.length, file: out } };
}
