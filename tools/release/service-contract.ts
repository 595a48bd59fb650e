import './load-decorators.ts';
import * as contracts from '@xs2a/contracts';
import { type Operation, SERVICE_NAMES, type ServiceName } from '@xs2a/contracts';
import { backgroundIndexesOf, indexesOf, KIT_COLLECTIONS, type Service } from '@xs2a/service-kit';
import type { IndexDescription } from 'mongodb';
import { z } from 'zod';
import { namesUsedBy } from './asked-operations.ts';
import type { JsonSchema, LockedOperation, Operations } from './breaking-changes.ts';
import { operationsLock } from './operations-lock.ts';

/** Contract of a service with others, and with its own versions through stored documents. */
export interface ServiceContract {
  readonly serves: Operations;
  readonly asks: Operations;
  /** By collection. */
  readonly stores: Readonly<Record<string, JsonSchema>>;
  /** Indexes by collection. */
  readonly indexes: Readonly<Record<string, readonly IndexDescription[]>>;
}

const LOADED: Readonly<Record<ServiceName, () => Promise<{ readonly service: unknown }>>> = {
  gateway: () => import('@xs2a/sandbox-gateway'),
  consent: () => import('@xs2a/consent'),
  accounts: () => import('@xs2a/accounts'),
  payments: () => import('@xs2a/payments'),
  sca: () => import('@xs2a/sca'),
  portal: () => import('@xs2a/portal'),
  bank: () => import('@xs2a/bank'),
  notifier: () => import('@xs2a/notifier'),
  oauth: () => import('@xs2a/oauth'),
};

export async function presentContracts(): Promise<Record<ServiceName, ServiceContract>> {
  const contracts = SERVICE_NAMES.map(async (name) => [name, await presentContract(name)] as const);
  return Object.fromEntries(await Promise.all(contracts)) as Record<ServiceName, ServiceContract>;
}

/** Returns the contract of a service by its present sources. */
async function presentContract(name: ServiceName): Promise<ServiceContract> {
  const service = (await LOADED[name]()).service as Service;
  const isOwn = (subject: string): boolean => subject.startsWith(`${name}.`);
  const handled = new Set((service.handlers ?? []).map(({ operation }) => operation.subject));
  const used = namesUsedBy(name);
  const asked = new Set(
    Object.entries<unknown>(contracts).flatMap(([exported, value]) => {
      if (!used.has(exported) || !isOperation(value)) return [];
      // Of its own operations, a service calls only those that are not handlers, as every replica answers them.
      return isOwn(value.subject) && handled.has(value.subject) ? [] : [value.subject];
    }),
  );
  if (service.collections.some(({ notificationTarget }) => notificationTarget !== undefined)) {
    asked.add(contracts.pushNotification.subject);
  }
  const operations = Object.entries(operationsLock()).map(
    ([subject, { request, reply }]): [string, LockedOperation] => [subject, { request, reply }],
  );
  const collections = service.collections.length === 0 ? [] : [...service.collections, ...KIT_COLLECTIONS];
  return {
    serves: Object.fromEntries(operations.filter(([subject]) => isOwn(subject))),
    asks: Object.fromEntries(operations.filter(([subject]) => asked.has(subject))),
    stores: Object.fromEntries(collections.map((stored) => [stored.name, documentSchema(stored.schema)])),
    indexes: Object.fromEntries(
      collections.map((stored) => [stored.name, [...indexesOf(stored), ...backgroundIndexesOf(stored)]]),
    ),
  };
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'subject' in value && 'request' in value && 'reply' in value;
}

/**
 * Returns the schema of a stored document for other versions and the database: fields of a newer version are accepted, and the
 * format of texts is not validated.
 */
function documentSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def;
      if (type === 'date' || type === 'bigint') jsonSchema.type = type as 'string';
      delete jsonSchema.pattern;
      delete jsonSchema.format;
      delete jsonSchema.default;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return json as JsonSchema;
}
