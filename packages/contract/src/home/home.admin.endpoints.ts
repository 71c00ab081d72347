import * as z from 'zod/mini';
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
