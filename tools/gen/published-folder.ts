/** What the gateway serves; `docs/api` leads there. Only `openapi.json` is checked in. */
export const PUBLISHED = 'services/gateway/published';
