import { readPorts } from '../start/ports.ts';
import { allVariables } from './configuration-page.ts';

const OF_COMMANDS = ['NATS_SERVER', ...Object.keys(readPorts({}))];
const DATABASES = ['ACCOUNTS', 'BANK', 'CONSENT', 'GATEWAY', 'NOTIFIER', 'OAUTH', 'PAYMENTS', 'SCA'];

/** Returns the file with the names of all variables, with which a service detects mistyped ones. */
export async function knownVariables(): Promise<string> {
  const ofReconcile = DATABASES.flatMap((name) => [`MONGO_URL_${name}`, `MONGO_DATABASE_${name}`]);
  const ofServices = (await allVariables()).toSorted();
  const ofCommands = [...OF_COMMANDS, ...ofReconcile].filter((name) => !ofServices.includes(name)).toSorted();
  return [
    '// Generated from the configuration of all services by `npm run gen`.',
    '',
    '/** Variables of all services: they may share one environment. */',
    `export const SERVICE_VARIABLES: readonly string[] = ${JSON.stringify(ofServices)};`,
    '',
    '/** Variables of commands, which services that they start inherit. */',
    `export const COMMAND_VARIABLES: readonly string[] = ${JSON.stringify(ofCommands)};`,
    '',
  ].join('\n');
}
