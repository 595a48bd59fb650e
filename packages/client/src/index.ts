export { type Answer, type OperationRequest, type Sent } from './answer.ts';
export { type Client, type ClientOptions, xs2aClient } from './client.ts';
export { LINKS, OPERATIONS, type OperationId, type Shapes } from './generated/operations.ts';
export type * from './generated/schemas.ts';
export { type Linked, linksOf } from './links.ts';
export { Xs2aRefusal } from './refusal.ts';
export { type RequestToSign, type SigningKey, signRequest } from './sign-request.ts';
export { type Fetch, fetchBy, type TlsIdentity } from './transport.ts';
