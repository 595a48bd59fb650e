import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Hook } from './facts.ts';
import { Fault, NotTried } from './fault.ts';
import type { Session } from './session.ts';

const HOOK_MS_MAX = 15_000;
const run = promisify(execFile);

export interface Marks {
  readonly challengeId: string;
  readonly authorisationId: string;
}

/** Returns the newest one-time code of the PSU. */
export async function newestCode(session: Session, marks: Marks): Promise<string> {
  const { code } = session.facts;
  if (code === undefined) throw new NotTried('the facts do not say how a code is found');
  return 'fixed' in code ? code.fixed : askHook(session, code, marks);
}

/** Replaces the action of a person by an operation or command, and returns its output. */
export async function askHook(session: Session, hook: Hook, marks: Marks): Promise<string> {
  const { psuId } = session.facts.psu;
  if (hook.command !== undefined) {
    const { challengeId, authorisationId } = marks;
    const env = { ...process.env, PSU_ID: psuId, CHALLENGE_ID: challengeId, AUTHORISATION_ID: authorisationId };
    const { stdout } = await run('sh', ['-c', hook.command], { env, timeout: HOOK_MS_MAX });
    return hook.path === undefined ? stdout.trim() : textAt(JSON.parse(stdout), hook.path);
  }
  if (hook.subject === undefined) throw new NotTried('a hook of the facts has neither subject nor command');
  const payload = JSON.stringify(hook.request)
    .replaceAll('{psuId}', psuId)
    .replaceAll('{challengeId}', marks.challengeId)
    .replaceAll('{authorisationId}', marks.authorisationId);
  const answer = await session.sendRaw(hook.subject, payload, { withinMs: HOOK_MS_MAX });
  if (answer.kind !== 'reply') throw new Fault(`the hook ${hook.subject} was not answered`);
  return hook.path === undefined ? '' : textAt(answer.body, hook.path);
}

function textAt(value: unknown, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
  if (typeof found === 'string') return found;
  throw new Fault(`the hook's answer has no text at ${path}`);
}
