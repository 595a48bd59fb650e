import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runProgram } from '../run-program.ts';

/** kubectl with the rights of an administrator. */
export class Kubectl {
  readonly program: string;
  readonly kubeconfig: string;

  constructor(program: string, kubeconfig: string) {
    this.program = program;
    this.kubeconfig = kubeconfig;
  }

  run(...args: string[]): string {
    return runProgram(this.program, ['--kubeconfig', this.kubeconfig, ...args]);
  }

  /** Runs the command while this process continues with other work. */
  async begin(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(this.program, ['--kubeconfig', this.kubeconfig, ...args]);
    return stdout;
  }

  /** Posts an object to an address of the API. */
  create(path: string, object: object): string {
    const input = JSON.stringify(object);
    return runProgram(this.program, ['--kubeconfig', this.kubeconfig, 'create', '--raw', path, '--filename', '-'], {
      input,
    });
  }

  apply(objects: readonly object[]): string {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    return runProgram(this.program, ['--kubeconfig', this.kubeconfig, 'apply', '--filename', '-'], { input });
  }

  /** The object, or the list of objects, as JSON. */
  read<T>(...args: string[]): T {
    return JSON.parse(this.run('get', ...args, '--output', 'json')) as T;
  }
}
