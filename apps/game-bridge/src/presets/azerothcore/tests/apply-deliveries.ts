import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { PresetConfig } from '#preset.ts';
import { createAdapter } from '#presets/azerothcore/azerothcore.ts';

/** A bridge without a portal: applies the deliveries of its argument, and prints a line for each. Its parent kills it. */
const [text = ''] = process.argv.slice(2);
// Its parent wrote it.
const { config, deliveries } = JSON.parse(text) as { config: PresetConfig; deliveries: Delivery[] };

const adapter = await createAdapter(config);
await adapter.recover();
for (const delivery of deliveries) {
  const { is } = await adapter.apply(delivery);
  process.stdout.write(`${JSON.stringify({ key: delivery.idempotencyKey, is })}\n`);
}
await adapter.close();
