// What the register of payment institutions says of TPPs (EBA):
//   npm run register -- show <organizationIdentifier> --file <register> [--country HR]
//   npm run register -- reduce <download> --out <file>
// `show` prints the entry and what the gateway makes of it. `reduce` makes the file for TPP_REGISTER_FILE of the EBA's
// download (unpacked JSON, some 200 MB): entities that may be TPPs, and of them what is read.
// Exits with 0 where the TPP is authorised, 1 where it is not or is not named, 2 where an argument or a file is wrong.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { findInRegister, type RegisterFinding, readRegister, reduceRegister } from '@xs2a/certificates';
import { readArguments } from './command/read-arguments.ts';

const { values, positionals } = readArguments(import.meta.filename, {
  options: { file: { type: 'string' }, out: { type: 'string' }, country: { type: 'string', default: 'HR' } },
  allowPositionals: true,
});
const [word, what, ...others] = positionals;

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

function run(): number {
  const { file, out, country } = values;
  if (others.length > 0 || what === undefined) throw new Error('the arguments do not fit; see --help');
  if (word === 'show' && file !== undefined && out === undefined) {
    const day = new Date().toISOString().slice(0, 10);
    const found = findInRegister(readRegister(readFileSync(file, 'utf8')), what, { day, country });
    process.stdout.write(`${describe(found, country).join('\n')}\n`);
    return found.finding === 'authorised' ? 0 : 1;
  }
  if (word === 'reduce' && out !== undefined && file === undefined) {
    const entities = reduceRegister(readFileSync(what, 'utf8'));
    if (entities.length === 0) throw new Error(`${what} has no entity of a TPP`);
    writeFileSync(`${out}.part`, `${JSON.stringify(entities)}\n`);
    renameSync(`${out}.part`, out);
    process.stdout.write(`${entities.length} entities: ${out}\n`);
    return 0;
  }
  throw new Error('the arguments do not fit; see --help');
}

try {
  process.exitCode = run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
