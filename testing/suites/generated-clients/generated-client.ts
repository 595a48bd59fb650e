import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pythonWith } from '../outside/python.ts';
import type { Described } from './answers-in-document.ts';
import { fetchJar } from './fetch-jars.ts';
import { GENERATOR, JAVA_LIBRARIES } from './pins.ts';
import { type Ended, runProgram } from './run-program.ts';

export const LANGUAGES = ['python', 'java'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Fault {
  readonly where: string;
  readonly fault: string;
}

/** Number of answers that a client has read, and those it could not read. */
interface Reading {
  readonly read: number;
  readonly faults: readonly Fault[];
}

/** Models that do not mention additional fields are closed: an unknown field is an error. */
const STRICT = 'disallowAdditionalPropertiesIfNotPresent=true';
const GENERATED: Record<Language, readonly string[]> = {
  python: ['-g', 'python', '--package-name', 'generated_client'],
  java: ['-g', 'java', '--library', 'okhttp-gson'],
};
const READERS: Record<Language, (folder: string, answers: string) => Promise<Ended>> = {
  python: async (folder, answers) => {
    const python = await pythonWith('generated-client-requirements.txt');
    // Modules are looked for in the folder of the script first.
    cpSync(join(import.meta.dirname, 'read_answers.py'), join(folder, 'read_answers.py'));
    return python([join(folder, 'read_answers.py'), answers]);
  },
  java: async (folder, answers) => {
    const jars = await Promise.all(JAVA_LIBRARIES.map(fetchJar));
    const sources = join(folder, 'src/main/java');
    const models = join(sources, 'org/openapitools/client/model');
    const read = readdirSync(models).filter((name) => name.startsWith('ReadAnswer'));
    const where = ['-d', join(folder, 'classes'), '-cp', jars.join(delimiter), '-sourcepath', sources];
    const files = [join(import.meta.dirname, 'ReadAnswers.java'), ...read.map((name) => join(models, name))];
    const how = ['-nowarn', '-proc:none', '-encoding', 'UTF-8'];
    const compiled = await runProgram('javac', [...how, ...where, ...files]);
    if (compiled.code !== 0) return compiled;
    const classpath = [join(folder, 'classes'), ...jars].join(delimiter);
    return runProgram('java', ['-Xmx512m', '-cp', classpath, 'ReadAnswers', answers]);
  },
};

/** Generates a client for a document and has it read answers. */
export async function readByClient(language: Language, { document, answers }: Described): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), `xs2a-${language}-client-`));
  try {
    const source = join(folder, 'document.json');
    writeFileSync(source, JSON.stringify(document));
    const generator = ['-Xmx700m', '-jar', await fetchJar(GENERATOR), 'generate', '--skip-validate-spec'];
    const what = [...GENERATED[language], '--additional-properties', STRICT, '-i', source, '-o', folder];
    const made = await runProgram('java', [...generator, ...what]);
    if (made.code !== 0) throw new Error(`no ${language} client was made:\n${made.output.slice(-4_000)}`);
    const lines = join(folder, 'answers.jsonl');
    writeFileSync(lines, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    return readingOf(language, await READERS[language](folder, lines));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readingOf(language: Language, { code, output }: Ended): Reading {
  if (code !== 0) throw new Error(`the ${language} client ended with ${code}:\n${output.slice(-4_000)}`);
  const said = output
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Partial<Fault & { read: number }>] : []));
  return {
    read: said.find(({ read }) => read !== undefined)?.read ?? 0,
    faults: said.flatMap(({ where, fault }) => (where === undefined || fault === undefined ? [] : [{ where, fault }])),
  };
}
