import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#config/read-config.ts';

const EXAMPLES = path.join(import.meta.dirname, '../../../../../examples');
/** Whatever the examples ask for. */
const environment = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => (name === 'PORTAL' ? 'http://localhost:3000' : 'a-secret-of-many-characters') },
);

test.each(readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml')))(
  'the example %s is valid',
  async (name) => {
    const config = await readConfig(path.join(EXAMPLES, name), environment);
    expect(config.game).toBe(name.replace('.yaml', ''));
  },
);
