import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { findInRegister, type RegisterFinding, readRegister, reduceRegister } from '@xs2a/certificates';
import { printJson } from '../command/common.ts';
import { UnusableArguments } from '../command/unusable-arguments.ts';

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
  readonly json: boolean;
}

export function show({ organizationIdentifier, file, country, json }: ShowAsked): number {
  const register = readFileSync(file, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const found = unusableIfThrown(() =>
    findInRegister(readRegister(register), organizationIdentifier, { day, country }),
  );
  if (json) printJson(found);
  else process.stdout.write(`${describe(found, country).join('\n')}\n`);
  return found.finding === 'authorised' ? 0 : 1;
}

export function reduce({ download, out }: { readonly download: string; readonly out: string }): undefined {
  const text = readFileSync(download, 'utf8');
  const entities = unusableIfThrown(() => reduceRegister(text));
  if (entities.length === 0) throw new UnusableArguments(`${download} has no entity of a TPP`);
  writeFileSync(`${out}.part`, `${JSON.stringify(entities)}\n`);
  renameSync(`${out}.part`, out);
  process.stdout.write(`${entities.length} entities: ${out}\n`);
}

/** Reports an unreadable file as wrong input. */
function unusableIfThrown<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UnusableArguments(error instanceof Error ? error.message : String(error));
  }
}
