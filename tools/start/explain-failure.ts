/** Causes of failed starts by texts in their logs, with remedies. The first match is reported. */
const CAUSES: readonly { readonly said: RegExp; readonly cause: string; readonly remedy: string }[] = [
  {
    said: /ENOSPC|No space left on device|disk full/i,
    cause: 'the disk is full',
    remedy: 'free some space, or delete the data of the sandbox: npm start -- --fresh',
  },
  {
    said: /EADDRINUSE|address (?:is )?already in use|port \d+ is in use/i,
    cause: 'another program has taken its port',
    remedy: 'stop that program, or move all ports: PORT_OFFSET=10000 npm start',
  },
  {
    said: /DBPathInUse|already locked|Unable to lock the lock file/i,
    cause: 'another mongod uses .local/mongo',
    remedy: 'stop it; its process id is in .local/mongo/mongod.lock',
  },
  {
    said: /UPGRADE PROBLEM|MustDowngrade|featureCompatibilityVersion|unsupported WiredTiger file version|Invalid feature compatibility/i,
    cause: 'the data in .local/mongo was written by another version of MongoDB',
    remedy: 'use that version (MONGOD=<path>), or begin anew: npm start -- --fresh',
  },
  {
    said: /WT_ERROR|WT_PANIC|data files are corrupt|checksum error/i,
    cause: 'the data in .local/mongo is damaged',
    remedy: 'begin anew: npm start -- --fresh',
  },
  {
    said: /EACCES|EPERM|permission denied|Operation not permitted/i,
    cause: 'it may not read or write a file',
    remedy: 'give .local to the user who runs npm start, or delete it',
  },
  {
    said: /ENOENT|error while loading shared libraries|cannot execute|Exec format error/i,
    cause: 'a file is missing, or is of another system',
    remedy: 'delete .local/bin and node_modules, and run npm start again',
  },
];

/** Returns cause and remedy in a line each; only that the service does not start, if the cause is unknown. */
export function explainFailure(name: string, log: string): string {
  const refusal = refusedSettings(log);
  if (refusal !== undefined) return `${name} refuses its settings: ${refusal}`;
  const known = CAUSES.find(({ said }) => said.test(log));
  return known === undefined
    ? `${name} does not start`
    : `${name} does not start: ${known.cause}\n${upper(known.remedy)}`;
}

/** Returns the line with which a service has ended because of its settings. */
function refusedSettings(log: string): string | undefined {
  const line = log.split('\n').findLast((one) => one.includes('"event":"notStarted"'));
  if (line === undefined) return undefined;
  const { variables, msg } = JSON.parse(line) as { variables?: unknown; msg?: string };
  return variables === undefined ? undefined : msg;
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
