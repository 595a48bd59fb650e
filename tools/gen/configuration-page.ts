import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SERVICE_FOLDERS } from '../programs.ts';
import { code, page } from './markdown.ts';
import { typeOf } from './type-of.ts';

const ROOT = new URL('../../', import.meta.url);
const KIT = 'packages/service-kit/src/runtime/config.ts';

/** The comment right above each variable of a schema's source, so that each comment is written once. */
function meanings(source: string): Map<string, string> {
  const found = source.matchAll(/(?:\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*)?^ {2}([A-Z][A-Z0-9_]+): /gm);
  return new Map(
    Array.from(found, ([, comment = '', name = '']) => [name, comment.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim()]),
  );
}

/** Returns the single zod object that a configuration file exports as `…Config`. */
async function schemaOf(file: URL): Promise<z.ZodObject> {
  const module = (await import(file.href)) as Record<string, unknown>;
  const schema = Object.entries(module).find(
    ([name, value]) => name.endsWith('Config') && value instanceof z.ZodObject,
  )?.[1];
  if (!(schema instanceof z.ZodObject)) throw new Error(`${fileURLToPath(file)} exports no z.object named …Config`);
  return schema;
}

/** Returns the variables of a configuration file, and of the files that it includes. */
async function variablesOf(file: URL, ...includes: URL[]): Promise<string[]> {
  const schema = await schemaOf(file);
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const output = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }).properties ?? {};
  const comments = new Map([file, ...includes].flatMap((source) => [...meanings(readFileSync(source, 'utf8'))]));
  return Object.entries(properties).map(([name, property]) => {
    const { default: preset } = typeof property === 'object' ? property : {};
    const type = typeOf(property) === 'anything' ? typeOf(output[name]) : typeOf(property);
    const otherwise = required.includes(name)
      ? 'must be set'
      : preset === undefined
        ? ''
        : `default ${code(typeof preset === 'string' ? preset : JSON.stringify(preset))}`;
    const facts = [type, otherwise].filter((fact) => fact !== '').join(', ');
    return `- ${code(name)} (${facts}): ${comments.get(name) ?? ''}`;
  });
}

/** Returns the names of the variables of all services. */
export async function allVariables(): Promise<string[]> {
  const services = [...SERVICE_FOLDERS].flatMap(([service, folder]) => [
    `${folder}/src/config.ts`,
    configOfSandbox(service),
  ]);
  const files = [KIT, ...services].map((path) => new URL(path, ROOT)).filter((file) => existsSync(file));
  const schemas = await Promise.all(files.map(schemaOf));
  return [...new Set(schemas.flatMap((schema) => Object.keys(schema.shape)))];
}

/** Variables that a service has in the sandbox alone. */
const configOfSandbox = (service: string): string => `sandbox/${service}/src/config.ts`;

export async function configurationPage(): Promise<string> {
  const kit = await variablesOf(
    new URL(KIT, ROOT),
    new URL('packages/service-kit/src/bus/connect-options.ts', ROOT),
    new URL('packages/service-kit/src/observability/tracing-config.ts', ROOT),
    new URL('packages/service-kit/src/protection/service-keys.ts', ROOT),
    new URL('packages/service-kit/src/storage/database-address.ts', ROOT),
  );
  const parts: string[] = [];
  for (const [service, folder] of SERVICE_FOLDERS) {
    const file = new URL(`${folder}/src/config.ts`, ROOT);
    const own = existsSync(file) ? await variablesOf(file) : [];
    parts.push(`## ${service}`, own.length > 0 ? own.join('\n') : 'No variables of its own.');
    const beside = new URL(configOfSandbox(service), ROOT);
    if (folder.startsWith('services/') && existsSync(beside))
      parts.push('In the sandbox alone:', (await variablesOf(beside)).join('\n'));
  }
  return page(
    'Configuration',
    '`packages/service-kit/src/runtime/config.ts` and `{services,sandbox}/*/src/config.ts`',
    'Every service reads its environment once, at start. An invalid variable, or outside the sandbox an unknown one with a known prefix (`GATEWAY_PROT`), prevents the start; one line names all of them and never a value ([start](operations/start.md)). An empty variable counts as absent. The decisions of a bank about its interface are in its [profile](profile/README.md).',
    '## Every service',
    kit.join('\n'),
    ...parts,
  );
}
