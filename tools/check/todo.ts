// Lists the endpoints of the interface that no controller serves yet:
//   npm run todo
// It needs the compiled gateway: Node's type stripping does not support decorators.
import { ENDPOINTS, type EndpointKey } from '@xs2a/contracts';
import { servedEndpoints } from '@xs2a/gateway';
import { readArguments } from '../command/read-arguments.ts';

readArguments(import.meta.filename, { options: {} });

const served = servedEndpoints();
const keys = Object.keys(ENDPOINTS) as EndpointKey[];
const missing = keys.filter((key) => !served.has(key));

for (const key of missing) {
  const { method, path } = ENDPOINTS[key];
  process.stdout.write(`${method.padEnd(6)} ${path.padEnd(94)} ${key}\n`);
}
process.stdout.write(
  `${keys.length - missing.length} of ${keys.length} endpoints are served, ${missing.length} are not.\n`,
);
