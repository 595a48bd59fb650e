import { Bus, BusConfig, readConfig } from '@xs2a/service-kit';
import type { CommandEnvironment } from './command.ts';
import { PATIENCE_MS } from './open-databases.ts';

/** Connects to the bus as the operator. */
export async function connectBus(environment: CommandEnvironment, command: string): Promise<Bus> {
  const config = readConfig(BusConfig, await environment.envOf('operator'));
  return Bus.connect(config, command, { participant: 'operator', patienceMs: PATIENCE_MS });
}
