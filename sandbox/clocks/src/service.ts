import type { moveBankClock, Operation } from '@xs2a/contracts';
import { handler, type Kit, type Service } from '@xs2a/service-kit';
import type { z } from 'zod';
import { type ClockOwner, Clocks, SANDBOX_CLOCKS } from './clocks.ts';

type MoveClock = Operation & Pick<typeof moveBankClock, 'request' | 'reply'>;

/** Lets a service follow the clocks of developers, which `operation` moves. `owner` decides which one applies. */
export function withClocks<Config extends z.ZodObject, Context extends object>(
  service: Service<Config, Context>,
  operation: MoveClock,
  owner: ClockOwner = 'tpp',
): Service<Config, Context & { readonly clocks: Clocks }> {
  const daily = (service.jobs ?? []).filter(({ inEachScope }) => inEachScope);
  return {
    ...service,
    collections: [...service.collections, SANDBOX_CLOCKS],
    scopes: ({ db }) => new Clocks(db.collection(SANDBOX_CLOCKS.name), owner),
    createContext: async (kit: Kit<z.output<Config>>) => ({
      ...(await service.createContext(kit)),
      clocks: new Clocks(kit.collection(SANDBOX_CLOCKS), owner),
    }),
    handlers: [
      ...(service.handlers ?? []),
      handler(operation, (context: Context & { readonly clocks: Clocks }, request) =>
        context.clocks.move(request, async () => {
          for (const { run } of daily) await run(context);
        }),
      ),
    ],
  };
}
