import { addressOf, PROBE } from '@xs2a/contracts';
import type { RequestConnection } from './ask.ts';
import { LIVENESS } from './liveness.ts';

type ProbedLine = Pick<RequestConnection, 'open' | 'close' | 'connection' | 'replicas'>;
type Answer = 'runs' | 'gone' | 'silent';

/** Probes replicas at their addresses. A silent replica is probed again until it answers or is gone. */
export class ReplicaProbes {
  readonly #line: ProbedLine;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(line: ProbedLine) {
    this.#line = line;
    this.#timer = setInterval(() => this.#probeSilent(), LIVENESS.probeEveryMs).unref();
  }

  /** Settles when a replica of the service has answered, or after the time for a probe. */
  firstAlive(service: string): Promise<void> {
    const underWay = this.#underWay.get(service);
    if (underWay !== undefined) return underWay;
    const { replicas } = this.#line;
    const probes = replicas.knownOf(service).map((replica) => this.#probe(service, replica));
    const first = Promise.any(
      probes.map(async (probe) => ((await probe) === 'runs' ? undefined : Promise.reject(new Error('silent')))),
    ).catch(() => undefined);
    this.#underWay.set(service, first);
    void first.finally(() => this.#underWay.delete(service));
    void Promise.all(probes).then((answers) => {
      if (!answers.includes('silent')) replicas.someoneWasSilent(service);
    });
    return first;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #probeSilent(): void {
    for (const { service, replica } of this.#line.replicas.silent()) void this.#probe(service, replica);
  }

  async #probe(service: string, replica: string): Promise<Answer> {
    const { connection, replicas, open, close } = this.#line;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const reply = open({
      receive: ({ headers }) => resolve(headers?.code === 503 ? 'gone' : 'runs'),
      cut: () => resolve('silent'),
      forbidden: () => undefined,
    });
    const timer = setTimeout(() => setImmediate(() => resolve('silent')), LIVENESS.probeMs);
    if (!connection.isClosed()) connection.publish(addressOf(`${service}.${PROBE}`, replica), '', { reply });
    const answer = await promise;
    clearTimeout(timer);
    close(reply);
    if (answer === 'runs') replicas.heard(service, replica);
    else if (answer === 'gone') replicas.isGone(service, replica);
    else replicas.wasSilent(service, replica);
    return answer;
  }
}
