import { fileURLToPath } from 'node:url';
import newman, { type NewmanRunSummary } from 'newman';

const COLLECTION = fileURLToPath(
  new URL('../../../services/gateway/published/collections/xs2a.postman_collection.json', import.meta.url),
);

/** Runs every folder of the collection in order. */
export async function runPostmanCollection(system: { readonly gatewayUrl: string; readonly portalUrl: string }) {
  const envVar = [
    { key: 'xs2a', value: system.gatewayUrl },
    { key: 'portal', value: system.portalUrl },
  ];
  const { run } = await new Promise<NewmanRunSummary>((resolve, reject) => {
    newman.run({ collection: COLLECTION, envVar }, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
  return {
    failures: run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`),
    assertions: run.stats.assertions.total ?? 0,
    requests: run.stats.requests.total ?? 0,
  };
}
