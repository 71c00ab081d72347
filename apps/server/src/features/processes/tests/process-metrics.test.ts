import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { observeProcesses } from '#features/processes/processes.ts';
import { upsertBeat } from '#features/processes/processes.queries.ts';
import { useTestParts } from '#test/test-parts.ts';

const parts = await useTestParts();
const { db, metrics } = parts;

test('metrics report processes, queues, signals and pool, by one statement for all', async () => {
  observeProcesses(metrics, db, parts.config.dataDir);
  const unknown = { dataDirId: null, updateStartedAt: null, localOrigin: null };
  const process = { host: 'a', pid: 1, version: '1', diskFree: 0.5, ...unknown };
  for (const isWorker of [true, false])
    await upsertBeat(db, { ...process, id: crypto.randomUUID(), isApi: !isWorker, isWorker });
  await db.execute(sql`
    insert into mails (kind, recipient, created_at) values ('test', 'a@b.example', now() - interval '1 hour')`);
  const query = vi.spyOn(parts.database.pool, 'query');
  const { body } = await metrics.render();
  expect(query).toHaveBeenCalledOnce();
  expect(body).toContain('waygate_processes{role="api"} 1');
  expect(body).toContain('waygate_processes{role="worker"} 1');
  expect(body).toContain('waygate_queue_waiting{queue="mails"} 1');
  expect(body).toMatch(/waygate_queue_oldest_seconds\{queue="mails"\} 36\d\d/);
  expect(body).toContain('waygate_last_signal_age_seconds{signal="lease"} Nan');
  expect(body).toMatch(/waygate_pool_connections\{state="max"\} \d+/);
  expect(body).toMatch(/waygate_schema_migration \d\d/);
  expect(body).toMatch(/waygate_disk_free_ratio 0\.\d+/);
});
