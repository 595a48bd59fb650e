import { ENDPOINTS, type Endpoint } from '@xs2a/contracts';
import { code, page } from './markdown.ts';

function remarks({ creates, authorises, readsAccounts }: Endpoint): string[] {
  const words = [
    (creates || authorises === 'start') && 'creates, idempotent by X-Request-ID',
    authorises && 'the body decides what is done',
    readsAccounts && 'needs Consent-ID',
  ];
  return words.filter((word) => typeof word === 'string');
}

export function endpointsPage(): string {
  const lines = Object.entries<Endpoint>(ENDPOINTS).map(([key, endpoint]) => {
    const { method, path, roles, family, status } = endpoint;
    const facts = [roles.join(' or '), family, String(status), ...remarks(endpoint)];
    return `- ${code(`${method} ${path}`)}: ${code(key)}; ${facts.join('; ')}`;
  });
  return page(
    'Endpoints',
    '`packages/contracts/src/interface/endpoints.ts`',
    `${lines.length} endpoints, each with its operation, the role that the TPP's certificate needs, the family (which message codes apply), the status of success, and remarks.`,
    lines.join('\n'),
  );
}
