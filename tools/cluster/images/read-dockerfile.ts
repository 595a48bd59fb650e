import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../folders.ts';

/** Process of an image, as the OCI describes it. */
export interface ProcessOfImage {
  readonly Entrypoint: readonly string[];
  readonly Env: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
}

/** Instructions of deploy/Dockerfile that are executed here without an engine. */
export interface Instructions {
  /** Commands that assemble the base in /base. */
  readonly baseFiles: string;
  /** Commands that assemble a service in /app. */
  readonly serviceFiles: string;
  readonly process: ProcessOfImage;
}

const KEYWORD = /^[A-Z]+$/;

/** Returns the instructions of a stage: their keyword and the rest, with continued lines joined. */
function stagesOf(text: string): Map<string, (readonly [string, string])[]> {
  const stages = new Map<string, (readonly [string, string])[]>();
  let stage: (readonly [string, string])[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n');
  for (const line of lines) {
    const at = line.indexOf(' ');
    const [keyword, rest] = [line.slice(0, at), line.slice(at).trim()];
    if (!KEYWORD.test(keyword)) continue;
    const name = keyword === 'FROM' ? rest.split(' AS ')[1] : undefined;
    if (name === undefined) stage.push([keyword, rest]);
    else stages.set(name, (stage = []));
  }
  return stages;
}

/** Reads the stages of the build file that create content, and the process of the image. */
export function readDockerfile(text = readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8')): Instructions {
  const stages = stagesOf(text);
  const said = (stage: string, wanted: string): string[] => {
    const found = (stages.get(stage) ?? []).filter(([keyword]) => keyword === wanted).map(([, rest]) => rest);
    if (found.length === 0) throw new Error(`deploy/Dockerfile: the stage ${stage} has no ${wanted}`);
    return found;
  };
  return {
    baseFiles: said('base-files', 'RUN').join(' && '),
    serviceFiles: said('service-files', 'RUN').join(' && '),
    process: {
      Entrypoint: JSON.parse(said('service', 'ENTRYPOINT').at(-1) ?? '') as string[],
      Env: ['PATH=/usr/bin', ...said('base', 'ENV')],
      User: said('base', 'USER').at(-1) ?? '',
      WorkingDir: said('service', 'WORKDIR').at(-1) ?? '',
    },
  };
}
