import type { SiteSettings, SiteSettingsInput } from '@waygate/contract/home/home.admin.schemas';
import { selectOfferChoices } from '#features/products/products.ts';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { editConflict, invalid } from '#platform/errors/app-error.ts';
import { presentSettings } from './home.admin.presenter.ts';
import { lockSettings, type SettingsFields, updateSettingsRow } from './home.admin.queries.ts';

/** @throws what `asStaff` throws; editConflict; invalid for a product that isn't in the shop */
export function updateSettings(db: Database, staff: Staff, input: SiteSettingsInput): Promise<SiteSettings> {
  return asStaff(db, staff, { section: 'site' }, async ({ tx }) => {
    const before = await lockSettings(tx);
    if (input.revision !== undefined && input.revision !== before.revision)
      throw editConflict(presentSettings(before));
    const wanted = fieldsOf(input);
    const changes = changedFields<SettingsFields>(pickFields(before), wanted);
    if (Object.keys(changes.after).length === 0) return unchanged(presentSettings(before));
    if ('featuredProductId' in changes.after) await requireInShop(tx, wanted.featuredProductId);
    const row = await updateSettingsRow(tx, wanted);
    return audited({ kind: 'site.update', target: 'site', ...changes }, presentSettings(row));
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
