import type { ConflictOf } from '@waygate/contract/endpoint';
import {
  deleteSiteDraft,
  getSiteDraft,
  getSiteRevision,
  listSiteRevisions,
  restoreSiteRevision,
  saveSiteDraft,
  type updateSiteSettings,
} from '@waygate/contract/home/home.admin.endpoints';
import type { RevisionEndpoints } from '#features/content/admin/revisions/revisions.ts';
import type { DraftedKind } from '#features/content/admin/use-drafted-form.ts';
import { settingsAsTexts, type SettingsForm, settingsFormOf } from './settings-form.rules.ts';

/** How the site settings keep drafts. */
export const SITE_KIND: DraftedKind<SettingsForm, ConflictOf<typeof updateSiteSettings>> = {
  drafts: { read: getSiteDraft, save: saveSiteDraft, remove: deleteSiteDraft },
  draftKey: 'site settings',
  asTexts: settingsAsTexts,
  toForm: settingsFormOf,
  revisionOf: ({ revision }) => revision,
};

export const SITE_REVISIONS: RevisionEndpoints = {
  list: listSiteRevisions,
  read: getSiteRevision,
  restore: restoreSiteRevision,
};

/** The fields of a revision that are compared. */
export const SITE_REVISION_LABELS = {
  maintenanceText: 'Maintenance notice',
  maintenanceEnd: 'Expected end',
  featuredProduct: 'Featured product',
  clientVersion: "Client's version",
  requirements: 'System requirements',
};
