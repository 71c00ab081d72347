import * as z from 'zod/mini';
import {
  draftInput,
  draftSchema,
  onlyRevisionParams,
  restoreInput,
  revisionListSchema,
  revisionSchema,
  savedDraftSchema,
} from '../content/history.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import {
  adminGalleryPictureSchema,
  adminGallerySchema,
  galleryOrderSchema,
  galleryPictureTextSchema,
  newGalleryPictureSchema,
  offerChoiceListSchema,
  siteSettingsSchema,
  siteSettingsTextSchema,
} from './home.admin.schemas.ts';

const access = { section: 'site' } as const;
const params = z.object({ id: idParam });

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/admin/site/settings',
  access,
  summary: 'Maintenance notice, featured product, version of the client and system requirements.',
  response: siteSettingsSchema,
});

export const updateSiteSettings = endpoint({
  method: 'PUT',
  path: '/admin/site/settings',
  access,
  summary: 'Update them.',
  body: siteSettingsTextSchema,
  response: siteSettingsSchema,
  conflict: siteSettingsSchema,
});

export const getSiteDraft = endpoint({
  method: 'GET',
  path: '/admin/site/settings/draft',
  access,
  summary: "The caller's unsaved changes of the site settings.",
  response: draftSchema,
});

export const saveSiteDraft = endpoint({
  method: 'PUT',
  path: '/admin/site/settings/draft',
  access,
  summary: "Keep the caller's unsaved changes. Nobody else sees them.",
  // The form saves after each pause of a second.
  limit: { by: 'account', points: 120, windowSeconds: 60 },
  body: draftInput,
  response: savedDraftSchema,
});

export const deleteSiteDraft = endpoint({
  method: 'DELETE',
  path: '/admin/site/settings/draft',
  access,
  summary: "Discard the caller's unsaved changes.",
  response: 'empty',
});

export const listSiteRevisions = endpoint({
  method: 'GET',
  path: '/admin/site/settings/revisions',
  access,
  summary: 'The kept revisions of the site settings, newest first.',
  response: revisionListSchema,
});

export const getSiteRevision = endpoint({
  method: 'GET',
  path: '/admin/site/settings/revisions/:revision',
  access,
  summary: 'One revision: the product by its name, each requirement on its own line.',
  params: onlyRevisionParams,
  response: revisionSchema,
});

export const restoreSiteRevision = endpoint({
  method: 'POST',
  path: '/admin/site/settings/revisions/:revision/restore',
  access,
  summary: 'Save the settings of a revision again. Visitors see them immediately.',
  params: onlyRevisionParams,
  body: restoreInput,
  response: siteSettingsSchema,
  conflict: siteSettingsSchema,
});

export const listOfferChoices = endpoint({
  method: 'GET',
  path: '/admin/site/products',
  access,
  summary: 'The products of the shop that can be featured, by name.',
  response: offerChoiceListSchema,
});

export const getAdminGallery = endpoint({
  method: 'GET',
  path: '/admin/site/gallery',
  access,
  summary: 'The pictures of the gallery in their order.',
  response: adminGallerySchema,
});

export const createGalleryPicture = endpoint({
  method: 'POST',
  path: '/admin/site/gallery',
  access,
  summary: 'Add an uploaded picture at the end of the gallery.',
  body: newGalleryPictureSchema,
  response: adminGalleryPictureSchema,
});

export const orderGallery = endpoint({
  method: 'PUT',
  path: '/admin/site/gallery/order',
  access,
  summary: 'Put the pictures in another order.',
  body: galleryOrderSchema,
  response: adminGallerySchema,
  conflict: adminGallerySchema,
});

export const updateGalleryPicture = endpoint({
  method: 'PUT',
  path: '/admin/site/gallery/:id',
  access,
  summary: "Update a picture's description and caption.",
  params,
  body: galleryPictureTextSchema,
  response: adminGalleryPictureSchema,
  conflict: adminGalleryPictureSchema,
});

export const deleteGalleryPicture = endpoint({
  method: 'DELETE',
  path: '/admin/site/gallery/:id',
  access,
  summary: 'Remove a picture from the gallery.',
  params,
  response: 'empty',
});
