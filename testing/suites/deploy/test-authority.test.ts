import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentOf } from './environment.ts';
import { ofKind, render } from './rendered.ts';

const AUTHORITY = 'TEST_AUTHORITY_';

describe('the test authority that issues certificates to developers', () => {
  it('is mounted in the sandbox bank on Kubernetes, from its own Secret, and nowhere else', async () => {
    const manifests = await render('sandbox');
    const having = ofKind(manifests, 'Deployment').filter((deployment) =>
      Object.keys(environmentOf(deployment, manifests)).some((name) => name.startsWith(AUTHORITY)),
    );
    expect(having.map(({ metadata }) => metadata.name)).toEqual(['bank']);
    const pod = having[0]?.spec.template.spec;
    expect(pod?.volumes).toContainEqual({
      name: 'test-authority',
      secret: { secretName: 'test-authority', defaultMode: 0o440 },
    });
    expect(pod?.containers[0].volumeMounts).toContainEqual({
      name: 'test-authority',
      mountPath: '/run/xs2a/test-authority',
      readOnly: true,
    });
  });

  it('does not exist in production', async () => {
    expect(JSON.stringify(await render('production'))).not.toContain('test-authority');
  });

  it.each(['compose.yaml', 'compose.compact.yaml'])('is the authority that the gateway of %s trusts', (file) => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'deploy', file), 'utf8');
    expect(parse(text)).toBeDefined();
    const valuesOf = (name: string): (string | undefined)[] =>
      [...text.matchAll(new RegExp(`${name}[:=] ?(\\S+)`, 'g'))].map(([, value]) => value);
    expect(valuesOf('TEST_AUTHORITY_CERTIFICATE')).toEqual(valuesOf('TPP_TRUST_LIST'));
    expect(valuesOf('TEST_AUTHORITY_KEY')).toEqual(['/run/certs/ca.key']);
  });
});
