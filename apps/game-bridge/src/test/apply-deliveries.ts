import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { PresetConfig } from '#preset.ts';
import { PRESETS } from '#presets.ts';

/** A bridge without a portal: applies the deliveries of its argument, and prints a line for each. Its parent kills it. */
const [text = ''] = process.argv.slice(2);
// Its parent wrote it.
const { name, config, deliveries } = JSON.parse(text) as {
  name: string;
  config: PresetConfig;
  deliveries: Delivery[];
};
const preset = await PRESETS[name]?.();
const adapter = await preset?.createAdapter(config);
if (!adapter) throw new Error(`There is no preset ${name}.`);
process.stdout.write('{}\n');
try {
  await adapter.recover();
  for (const delivery of deliveries) {
    const { is } = await adapter.apply(delivery);
    process.stdout.write(`${JSON.stringify({ key: delivery.idempotencyKey, is })}\n`);
  }
} catch {
  // The game or its database is away: a real bridge tries again, as the parent does.
}
await adapter.close().catch(() => {});
