import { ENDPOINTS, type Endpoint } from '@xs2a/contracts';
import { code, page, table } from './markdown.ts';

function remarks({ creates, authorises, readsAccounts }: Endpoint): string {
  const words = [
    (creates || authorises === 'start') && 'creates, idempotent by X-Request-ID',
    authorises && 'the body decides what is done',
    readsAccounts && 'needs Consent-ID',
  ];
  return words.filter(Boolean).join('; ');
}

export function endpointsPage(): string {
  const rows = Object.entries<Endpoint>(ENDPOINTS).map(([key, endpoint]) => [
    endpoint.method,
    code(endpoint.path),
    code(key),
    endpoint.roles.join(' or '),
    endpoint.family,
    String(endpoint.status),
    remarks(endpoint),
  ]);
  return page(
    'Endpoints',
    '`packages/contracts/src/interface/endpoints.ts`',
    `${rows.length} endpoints. The role is what the TPP's certificate must carry; the family says which rows of the error table hold.`,
    table(['method', 'path', 'operation', 'role', 'family', 'success', 'remarks'], rows),
  );
}
