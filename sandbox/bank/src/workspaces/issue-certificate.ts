import { readFileSync } from 'node:fs';
import {
  type issueWorkspaceCertificate as operation,
  type ReplyOf,
  type RequestOf,
  type TppRole,
  Xs2aError,
} from '@xs2a/contracts';
import { toServiceTime } from '@xs2a/service-kit';
import { findWorkspace } from '../access/find-workspace.ts';
import type { BankContext } from '../context.ts';
import type { StoredWorkspace } from '../model/workspace.ts';

const DAY_MS = 86_400_000;
const VALID_DAYS = 90;

type IssuingContext = Pick<BankContext, 'authorityFiles' | 'now'>;
type Issued = ReplyOf<typeof operation>;

/** Issues another certificate of a workspace's TPP. */
export async function issueWorkspaceCertificate(
  context: BankContext,
  { key, kind, roles }: RequestOf<typeof operation>,
): Promise<Issued> {
  const workspace = await findWorkspace(context, key);
  const granted = roles?.filter((role) => workspace.roles.includes(role)) ?? workspace.roles;
  if (granted.length === 0) throw new Xs2aError('fieldInvalid', { path: 'roles', text: 'the TPP has none of these' });
  return issue(context, workspace, kind, granted);
}

/** Issues a certificate by the test authority of the sandbox. The private key is returned and not stored. */
export async function issue(
  { authorityFiles, now }: IssuingContext,
  { tppId, name }: Pick<StoredWorkspace, 'tppId' | 'name'>,
  kind: 'qwac' | 'qseal',
  roles: readonly TppRole[],
): Promise<Issued> {
  if (authorityFiles === undefined) {
    throw new Xs2aError('serviceUnavailable', { text: 'this sandbox has no test authority' });
  }
  // Loaded when the first developer registers: a bank without workspaces does not need it.
  const { TestAuthority } = await import('@xs2a/certificates');
  const own = {
    certificate: readFileSync(authorityFiles.certificate, 'utf8'),
    key: readFileSync(authorityFiles.key, 'utf8'),
  };
  const authority = await TestAuthority.of(own);
  // TLS uses the real time only.
  const at = toServiceTime(now()).getTime();
  const { certificate, key } = await authority.issueTpp({
    organizationIdentifier: tppId,
    name,
    roles: [...roles],
    ...(kind === 'qwac' ? { qcType: 'web' as const } : { qcType: 'seal' as const, key: 'rsa' as const }),
    notBefore: new Date(at - DAY_MS),
    notAfter: new Date(at + VALID_DAYS * DAY_MS),
  });
  return { certificate, key, authority: own.certificate };
}
