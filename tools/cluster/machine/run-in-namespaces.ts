import { spawn } from 'node:child_process';

const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--propagation', 'private'];
/** The shell is process 1 there and adopts orphaned processes, which Node does not. */
const AS_FIRST = 'node "$@"; exit $?';

/** unshare ends with this process, however that ends, and the first process of the namespaces ends with unshare. */
const WITH_THIS_PROCESS = ['--pdeathsig', 'KILL', 'unshare', '--kill-child=SIGKILL'];

/** Runs a Node file in separate namespaces. When it ends, or this process does, everything in them ends. */
export async function runInNamespaces(file: string, args: readonly string[]): Promise<number> {
  const child = spawn('setpriv', [...WITH_THIS_PROCESS, ...NAMESPACES, 'sh', '-c', AS_FIRST, 'sh', file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = (): void => void child.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  try {
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
  }
}
