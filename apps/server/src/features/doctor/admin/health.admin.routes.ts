import * as endpoints from '@waygate/contract/health/health.endpoints';
import type { Health } from '@waygate/contract/health/health.schemas';
import type { DoctorInput } from '#features/doctor/doctor.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { sharePending } from '#platform/queue/share-pending.ts';
import { readVersion } from '#platform/files/read-version.ts';

type Parts = { db: Database; config: Pick<Config, 'dataDir'> };

/** The doctor's findings for owners, as this process sees them. */
export function healthAdminRoutes(
  route: Route,
  { db, config }: Parts,
  settings: Pick<DoctorInput, 'environment' | 'envFiles' | 'alertConditions'>,
): void {
  const database = { db, pool: db.$client, close: async () => {} };
  const { dataDir } = config;
  const look = async (): Promise<Health> => {
    // Not with the start, which needs neither a mail client nor the checks.
    const { examine } = await import('#features/doctor/doctor.ts');
    const findings = await examine({ ...settings, dataDir, database, noDatabase: '' });
    return { checkedAt: new Date().toISOString(), version: await readVersion(), findings };
  };
  // Those who ask at once share one run.
  route(endpoints.getHealth, sharePending(look));
}
