import type { ZodOpenApiHeaderObject } from 'zod-openapi';

/** Headers of answers, as components. */
export const HEADER_COMPONENTS = {
  'X-Request-ID': {
    description: 'Id of the request.',
    schema: { type: 'string', format: 'uuid' },
    required: true,
  },
  Location: { description: 'Address of what was made.', schema: { type: 'string' } },
  'ASPSP-SCA-Approach': {
    description: 'The approach, as soon as it is fixed.',
    schema: { type: 'string', enum: ['REDIRECT', 'DECOUPLED', 'EMBEDDED'] },
  },
  'ASPSP-VOP-Supported': {
    description: 'Whether the payee is verified; only where the TPP sent Client-VOP-Requested: true.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'ASPSP-Notification-Support': {
    description: 'Whether the TPP will be told; only where it asked for that, and the bank offers it.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'ASPSP-Notification-Content': {
    description: 'What it will be told of, where it will be.',
    schema: { type: 'string' },
    example: 'status=SCA,PROCESS',
  },
  'X-RateLimit-Limit': {
    description: 'Reads without the PSU that the consent allows a day.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left today.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Seconds until a new day.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer' } },
  Link: {
    description: 'Of an error: the page that explains it, as rel="help". Left out where the bank shows no pages.',
    schema: { type: 'string' },
    example: '</docs/errors#fieldInvalid>; rel="help"',
  },
  Allow: { description: 'Methods that this address has.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'Name of the file.', schema: { type: 'string' } },
} satisfies Record<string, ZodOpenApiHeaderObject>;
export type HeaderName = keyof typeof HEADER_COMPONENTS;

export const QUOTA: readonly HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Returns references to the headers of an answer; every one has X-Request-ID. */
export function headers(...names: readonly HeaderName[]) {
  return Object.fromEntries(['X-Request-ID', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
