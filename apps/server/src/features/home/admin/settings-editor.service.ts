import type { SiteSettings, SiteSettingsInput } from '@waygate/contract/home/home.admin.schemas';
import { deleteDraft, insertRevisions } from '#features/content/content.ts';
import { selectOfferChoices } from '#features/products/products.ts';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { editConflict, invalid } from '#platform/errors/app-error.ts';
import { presentSettings } from './home.admin.presenter.ts';
import { lockSettings, type SettingsFields, updateSettingsRow } from './home.admin.queries.ts';

/** The settings among what has drafts and revisions. */
export const SETTINGS = { kind: 'site_settings', recordId: 1 } as const;

/**
 * Deletes the caller's draft with the save.
 *
 * @param restoredRevision of the revision that is saved again
 * @throws what `asStaff` throws; editConflict; invalid for a product that isn't in the shop
 */
export function updateSettings(
  db: Database,
  staff: Staff,
  input: SiteSettingsInput,
  restoredRevision?: number,
): Promise<SiteSettings> {
  return asStaff(db, staff, { section: 'site' }, async ({ tx, viewer }) => {
    const row = await lockSettings(tx);
    if (input.revision !== undefined && input.revision !== row.revision)
      throw editConflict(presentSettings(row));
    const [before, wanted] = [pickFields(row), fieldsOf(input)];
    await deleteDraft(tx, viewer.accountId, SETTINGS);
    const changes = changedFields<SettingsFields>(before, wanted);
    if (Object.keys(changes.after).length === 0) return unchanged(presentSettings(row));
    if ('featuredProductId' in changes.after) await requireInShop(tx, wanted.featuredProductId);
    const saved = await updateSettingsRow(tx, wanted);
    await insertRevisions(tx, SETTINGS, [
      // Of the operator's first settings, or from before revisions were kept: then nobody knows who wrote it.
      { row, authorId: null, fields: before },
      { row: saved, authorId: viewer.accountId, fields: pickFields(saved) },
    ]);
    if (restoredRevision === undefined)
      return audited({ kind: 'site.update', target: 'site', ...changes }, presentSettings(saved));
    const after = { ...changes.after, restoredRevision };
    return audited({ kind: 'site.restore', target: 'site', ...changes, after }, presentSettings(saved));
  });
}

function fieldsOf(input: SiteSettingsInput): SettingsFields {
  return {
    maintenanceText: input.maintenanceText.trim(),
    maintenanceEnd: input.maintenanceEnd,
    featuredProductId: input.featuredProductId,
    clientVersion: input.clientVersion.trim(),
    requirements: input.requirements.map(({ name, minimum, recommended }) => ({
      name: name.trim(),
      minimum: minimum.trim(),
      recommended: recommended.trim(),
    })),
  };
}

function pickFields(row: SettingsFields): SettingsFields {
  const { maintenanceText, maintenanceEnd, featuredProductId, clientVersion, requirements } = row;
  return { maintenanceText, maintenanceEnd, featuredProductId, clientVersion, requirements };
}

async function requireInShop(tx: Transaction, productId: number | null): Promise<void> {
  if (productId === null) return;
  const choices = await selectOfferChoices(tx);
  if (choices.some((choice) => choice.productId === productId)) return;
  const message = 'This product is not in the shop any more. Choose another one.';
  throw invalid(message, { featuredProductId: message });
}
