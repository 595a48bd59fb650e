import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Keeps the provider's data in memory, for the lifetime of the process. */
export class MemoryAdapter implements Adapter {
  readonly #kind: string;
  readonly #records: Map<string, AdapterPayload>;

  constructor(kind: string, records: Map<string, AdapterPayload>) {
    this.#kind = kind;
    this.#records = records;
  }

  upsert(id: string, payload: AdapterPayload): Promise<undefined> {
    this.#records.set(this.#key(id), payload);
    return Promise.resolve(undefined);
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#records.get(this.#key(id)));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve([...this.#records.values()].find((payload) => payload.uid === uid));
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  consume(id: string): Promise<undefined> {
    const payload = this.#records.get(this.#key(id));
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
    return Promise.resolve(undefined);
  }

  destroy(id: string): Promise<undefined> {
    this.#records.delete(this.#key(id));
    return Promise.resolve(undefined);
  }

  revokeByGrantId(grantId: string): Promise<undefined> {
    for (const [key, payload] of this.#records) if (payload.grantId === grantId) this.#records.delete(key);
    return Promise.resolve(undefined);
  }

  #key(id: string): string {
    return `${this.#kind}:${id}`;
  }
}
