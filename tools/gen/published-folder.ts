/** Folder that the gateway serves; `docs/api` links to it. Only `openapi.json` is checked in. */
export const PUBLISHED = 'services/gateway/published';
