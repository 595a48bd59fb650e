// Lists the endpoints of the interface that no controller serves yet. Runs on the compiled gateway: decorators are
// more than Node's type stripping can take away.
import { ENDPOINTS, type EndpointKey } from '@xs2a/contracts';
import { servedEndpoints } from '@xs2a/gateway';

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
