// Generates strict clients in Python and Java (OpenAPI Generator) for the document that a preset (berlin-group) publishes, and for
// an official file of the Berlin Group if given, and has them read every answer that the conformance suite gets from a system with
// that preset. Then each generator of generators.ts creates a client for the document that a sandbox serves, and the client calls it:
//   npm run verify -- clients
//   npm run verify -- clients --preset hr-full
//   npm run verify -- clients --official psd2-api_v1.3.11-2021-10-01v1.yaml
//   npm run verify -- clients --language python --keep answers.jsonl
//   npm run verify -- clients --answers answers.jsonl --official psd2-api_v1.3.11-2021-10-01v1.yaml
//   npm run verify -- clients --only calls --older
// --older uses the document as OpenAPI 3.0. Needs java, javac, python3 and go. Exit codes: 0 all answers were read and
// all calls succeeded, 1 some were not, 2 something is missing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROFILE_PRESETS } from '@xs2a/contracts';
import { offeredOpenApi } from '@xs2a/gateway/interface';
import { parse } from 'yaml';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { openApiDocument } from '../../../tools/gen/openapi/document.ts';
import { olderDocument } from '../../../tools/gen/openapi/older-document.ts';
import { settingsFor } from '../berlin-group/official-file.ts';
import { type Document, describeAnswers, type RecordedAnswer } from './answers-in-document.ts';
import { callByClients } from './call-by-clients.ts';
import { LANGUAGES, readByClient } from './generated-client.ts';
import { recordAnswers } from './record-answers.ts';
import { missingPrograms } from './run-program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = readArguments(import.meta.filename, {
  options: {
    official: { type: 'string' },
    preset: { type: 'string', default: 'berlin-group' },
    language: { type: 'string' },
    answers: { type: 'string' },
    keep: { type: 'string' },
    only: { type: 'string' },
    older: { type: 'boolean', default: false },
  },
});
const fileOf = (name: string): string => resolve(process.env['INIT_CWD'] ?? root, name);
const FAULTS_SHOWN_MAX = 30;

const missing = [
  ...(await missingPrograms()),
  ...(Object.hasOwn(PROFILE_PRESETS, values.preset) ? [] : [`${values.preset} is no preset`]),
  ...[values.official, values.answers].flatMap((name) =>
    name === undefined || existsSync(fileOf(name)) ? [] : [`${fileOf(name)} is not there`],
  ),
];
if (missing.length > 0) {
  process.stderr.write(`${missing.join('\n')}\n`);
  process.exitCode = 2;
} else {
  if (values.only !== 'calls') await check();
  if (values.only !== 'answers') await callByClients(values.preset, values.older, tell);
}

function tell(name: string, fault: string | undefined): void {
  console.log(`${values.preset}, ${name}: ${fault === undefined ? 'accounts read, payment initiated' : 'failed'}`);
  if (fault !== undefined) failed(fault);
}

async function check(): Promise<void> {
  const official = values.official === undefined ? undefined : parsed(fileOf(values.official));
  const settings = official === undefined ? {} : settingsFor(official.info.version);
  const answers =
    values.answers === undefined ? await recordAnswers(values.preset, settings) : answersIn(fileOf(values.answers));
  if (values.keep !== undefined) {
    writeFileSync(fileOf(values.keep), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  }
  for (const [name, document] of documents(settings, official)) {
    const described = describeAnswers(document, answers);
    for (const where of described.undescribed) failed(`${name}: ${where} is not described`);
    for (const language of LANGUAGES.filter((one) => values.language === undefined || values.language === one)) {
      const { read, faults } = await readByClient(language, described);
      console.log(`${name}, ${language}: ${read} of ${described.answers.length} answers read`);
      const found = new Map(faults.map((fault) => [fault.fault, fault]));
      for (const { where, fault } of [...found.values()].slice(0, FAULTS_SHOWN_MAX)) failed(`${where}: ${fault}`);
    }
  }
}

type OfficialDocument = Document & { readonly info: { readonly version: string } };

function* documents(settings: object, official: OfficialDocument | undefined): Generator<[string, Document]> {
  const profile = { ...PROFILE_PRESETS[values.preset as keyof typeof PROFILE_PRESETS], ...settings };
  const own = offeredOpenApi(openApiDocument(), profile);
  yield ['the published document', olderDocument(own as ReturnType<typeof openApiDocument>) as Document];
  if (official !== undefined) yield ['the official file', official];
}

function parsed(file: string): OfficialDocument {
  return parse(readFileSync(file, 'utf8'), { merge: true }) as OfficialDocument;
}

function answersIn(file: string): RecordedAnswer[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RecordedAnswer);
}

function failed(line: string): void {
  console.log(`  ${line}`);
  process.exitCode = 1;
}
