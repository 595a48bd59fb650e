// Writes a file into a ConfigMap, under its own name; the other files in it stay:
//   node apply-trust.mjs <file> <ConfigMap>
// The gateway reads it again once the platform has renewed its mount, within two minutes.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { basename } from 'node:path';

const [, , file, configMap] = process.argv;
const folder = process.env.API_FOLDER ?? '/run/api';
const read = (name) => readFileSync(`${folder}/${name}`, 'utf8').trim();
const text = readFileSync(file, 'utf8');
if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${file} has no certificate`);

const asked = request(
  {
    host: process.env.KUBERNETES_SERVICE_HOST,
    port: process.env.KUBERNETES_SERVICE_PORT,
    path: `/api/v1/namespaces/${read('namespace')}/configmaps/${configMap}`,
    method: 'PATCH',
    ca: read('ca.crt'),
    headers: { authorization: `Bearer ${read('token')}`, 'content-type': 'application/merge-patch+json' },
    timeout: 30_000,
  },
  (answer) => {
    console.log(`${configMap}: ${answer.statusCode}`);
    process.exitCode = answer.statusCode === 200 ? 0 : 1;
    answer.resume();
  },
);
asked.on('timeout', () => asked.destroy(new Error('the API server does not answer')));
asked.end(JSON.stringify({ data: { [basename(file)]: text } }));
