import { endSimulatedLinks } from '#features/drops/drops.ts';
import { endSandboxOrders } from '#features/orders/orders.ts';
import type { Parts } from './parts.ts';

/**
 * Ends what simulators have left in the database of a portal that left them: nothing is delivered for simulated payments
 * where there are real keys or the portal is public, and minutes from the simulated Twitch count for nothing in public.
 */
export async function leaveSimulation(parts: Pick<Parts, 'db' | 'jobs' | 'config' | 'log'>): Promise<void> {
  const { db, config, log } = parts;
  if (config.mode !== 'public' && config.payments.provider === 'sandbox') return;
  const orders = await endSandboxOrders(db);
  if (orders.unpaid + orders.reviewed + orders.withdrawn > 0)
    log.warn(orders, 'ended orders of the sandbox and withdrew their deliveries');
  if (config.mode !== 'public') return;
  const { readSimulatedUserIds } = await import('#simulators/twitch/simulator-snapshot.ts');
  const simulated = await readSimulatedUserIds(config.dataDir);
  const links = simulated.length > 0 ? await endSimulatedLinks(parts, simulated) : 0;
  if (links > 0) log.warn({ links }, 'ended links with the simulated Twitch');
}
