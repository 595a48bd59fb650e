import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endWithThisProcess, haltProcess } from '@xs2a/test-kit';

/** A process that a test can halt, resume and end. */
export interface ReplicaProcess extends AsyncDisposable {
  pause(): Promise<void>;
  resume(): void;
}

const SCRIPT = fileURLToPath(new URL('echo-replica.ts', import.meta.url));

/** Starts a replica of the echo service; its words are appended to the journal. */
export async function runReplica(natsUrl: string, journal: string): Promise<ReplicaProcess> {
  const child = spawn(process.execPath, ['--no-warnings', SCRIPT], {
    env: { ...process.env, NATS_URL: natsUrl, JOURNAL: journal },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThisProcess(child);
  await once(child.stdout, 'data');
  return {
    pause: () => haltProcess(child),
    resume: () => void child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      const end = once(child, 'exit');
      child.kill('SIGKILL');
      await end;
    },
  };
}
