import type { TlsIdentity } from '@xs2a/client';
import type { AspspProfile } from '@xs2a/contracts';
import { BlackBox, type Seen } from './black-box.ts';
import { demandedHeaders } from './demanded-headers.ts';
import type { Facts } from './facts.ts';
import { FIXTURES } from './fixtures.ts';
import { atServer } from './oauth/resource-at-server.ts';
import type { PublishedForm } from './published-form/published-form.ts';
import { readPublishedForm } from './published-form/read-published-form.ts';
import { TestContext } from './test-context.ts';
import type { TestEnvironment } from './test-environment.ts';

/** An instance, and what is known about it. */
export interface Instance {
  readonly url: string;
  readonly tls?: TlsIdentity | undefined;
  readonly profile: AspspProfile;
  readonly profileName: string;
  readonly facts: Facts;
  readonly environment: TestEnvironment;
  /** Called with each answer. */
  readonly onAnswer?: (seen: Seen) => void;
}

interface OpenInstance {
  readonly box: BlackBox;
  readonly form: PublishedForm;
  readonly context: TestContext;
}

/** Returns an instance as a TPP sees it. Throws {@link InstanceError}. */
export async function openInstance({
  url,
  tls,
  profile,
  facts,
  environment,
  onAnswer,
}: Instance): Promise<OpenInstance> {
  const tokens = new Map<string, string>();
  const box = new BlackBox(url, tls, demandedHeaders(profile, facts, tokens));
  if (onAnswer !== undefined) box.witness(onAnswer);
  const form = await readPublishedForm(box);
  return { box, form, context: new TestContext(box, profile, facts, environment, FIXTURES, atServer(tokens)) };
}
