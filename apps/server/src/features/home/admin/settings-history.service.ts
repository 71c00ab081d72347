import type { Revision } from '@waygate/contract/content/history.schemas';
import { type SiteSettings, siteSettingsTextSchema } from '@waygate/contract/home/home.admin.schemas';
import { createDrafts, type KeptRevision, selectRevision } from '#features/content/content.ts';
import { selectOfferChoices } from '#features/products/products.ts';
import type { Staff } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { invalid, notFound } from '#platform/errors/app-error.ts';
import { presentSettingsRevision } from './home.admin.presenter.ts';
import { SETTINGS, updateSettings } from './settings-editor.service.ts';

/** What staff are typing into the settings. */
export const settingsDrafts = createDrafts({
  // Nobody deletes the settings.
  store: { selectIsKept: async () => true },
  kind: SETTINGS.kind,
  section: 'site',
  missing: 'The site settings are missing.',
});

/** @throws notFound for a revision that isn't kept */
export async function readSettingsRevision(db: Database, revision: number): Promise<Revision> {
  const [found, products] = await Promise.all([getRevision(db, revision), selectOfferChoices(db)]);
  return presentSettingsRevision(found, (id) => products.find(({ productId }) => productId === id)?.name);
}

/**
 * Saves the settings of a revision again.
 *
 * @throws what `updateSettings` throws; notFound; invalid for settings that today's rules refuse
 */
export async function restoreSettings(
  db: Database,
  staff: Staff,
  { revision, read }: { revision: number; read: number | undefined },
): Promise<SiteSettings> {
  const { fields } = await getRevision(db, revision);
  const parsed = siteSettingsTextSchema.safeParse({ ...fields, revision: read });
  if (!parsed.success)
    throw invalid('This revision no longer fits the rules for site settings. Copy what you need from it.');
  return updateSettings(db, staff, parsed.data, revision);
}

async function getRevision(db: Database, revision: number): Promise<KeptRevision> {
  const found = await selectRevision(db, SETTINGS.kind, { recordId: SETTINGS.recordId, revision });
  if (!found) throw notFound('This revision is no longer kept.');
  return found;
}
