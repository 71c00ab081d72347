import { endSimulatedLinks } from '#features/drops/drops.ts';
import { endSandboxOrders } from '#features/orders/orders.ts';
import { readSimulatedUserIds } from '#simulators/twitch/open-twitch-simulator.ts';
import type { Parts } from './parts.ts';

/**
 * Ends what simulators have left in the database of a portal that is public now: nothing is delivered for simulated
 * payments, and minutes from the simulated Twitch count for nothing.
 */
export async function leaveSimulation(parts: Pick<Parts, 'db' | 'jobs' | 'config' | 'log'>): Promise<void> {
  const { db, config, log } = parts;
  const orders = await endSandboxOrders(db);
  if (orders.unpaid + orders.withdrawn > 0)
    log.warn(orders, 'ended orders of the sandbox and withdrew their deliveries');
  const simulated = await readSimulatedUserIds(config.dataDir);
  const links = simulated.length > 0 ? await endSimulatedLinks(parts, simulated) : 0;
  if (links > 0) log.warn({ links }, 'ended links with the simulated Twitch');
}
