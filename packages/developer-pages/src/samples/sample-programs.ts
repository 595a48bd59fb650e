import { readFileSync } from 'node:fs';
import { href } from '@xs2a/contracts';
import { Eta } from 'eta';
import { dayFrom } from '../days/day-from.ts';
import { setupCommands } from '../journeys/journeys.ts';
import type { Reader } from '../reader.ts';
import { certificateOptions } from '../signatures/certificate-commands.ts';
import { sendSigned, signedBody } from '../signatures/signing-commands.ts';
import { bulkMessage } from './bulk-message.ts';
import { LANGUAGES, type Language, STEPS } from './languages.ts';

const SAMPLES = new URL('../../samples/', import.meta.url);
/** A line with the id of a step, as a comment of any of the languages. */
const MARK = /^ *(?:#|\/\/) \[(\w+)\]$/;
const eta = new Eta({ autoEscape: false, autoTrim: false });

/** Returns the samples of a language as one program with the values of this instance. */
export function sampleProgram({ file }: Language, reader: Reader): string {
  const { profile, tlsOrigin, isSandbox } = reader;
  const body = signedBody(profile);
  const address = `${tlsOrigin}${href('createConsent', {})}`;
  const values = {
    ...reader,
    preparation: setupCommands(reader),
    certificateOptions: certificateOptions(isSandbox),
    sendSigned: sendSigned(profile, address, certificateOptions(isSandbox)),
    bulk: bulkMessage(dayFrom(reader, 0)),
    day: (ahead: number) => dayFrom(reader, ahead),
    body,
    javaBody: JSON.stringify(body),
    pythonBody: body.replaceAll('true', 'True'),
    indent: (text: string, by: string) => text.replaceAll(/^(?=.)/gm, by),
  };
  return eta.renderString(readFileSync(new URL(`${file}.eta`, SAMPLES), 'utf8'), values);
}

/** Returns the sections of a program by step, without their common indentation. */
export function sampleSections(program: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of program.split('\n')) {
    const id = MARK.exec(line)?.[1];
    if (id === undefined) lines.push(line);
    else {
      lines = [];
      sections.set(id, lines);
    }
  }
  return new Map(Array.from(sections, ([id, own]) => [id, removeIndentation(own)]));
}

function removeIndentation(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines
    .map((line) => line.slice(least))
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** Template data for the page of a language. */
export function describeSamples(language: Language, reader: Reader): object {
  const sections = sampleSections(sampleProgram(language, reader));
  return {
    language,
    languages: LANGUAGES,
    steps: STEPS.flatMap((step) => {
      const code = sections.get(step.id);
      return code === undefined ? [] : [{ ...step, code }];
    }),
  };
}
