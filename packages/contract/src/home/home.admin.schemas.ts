import * as z from 'zod/mini';
import { line, recordId, timeInput, timestamp, words } from '../text.ts';
import { galleryPictureSchema, requirementSchema } from './home.schemas.ts';

export const MAX_REQUIREMENTS = 20;
export const MAX_GALLERY_PICTURES = 24;

const REQUIREMENT_MESSAGE = 'A requirement has at most 120 characters.';

const requirementInput = z
  .object({
    name: words({ max: 40, message: 'Please give a name of at most 40 characters.' }),
    minimum: line({ max: 120, message: REQUIREMENT_MESSAGE }),
    recommended: line({ max: 120, message: REQUIREMENT_MESSAGE }),
  })
  .check(
    z.refine(({ minimum, recommended }) => minimum.trim() !== '' || recommended.trim() !== '', {
      path: ['minimum'],
      error: 'Please say what is needed, or remove the row.',
    }),
  );

export const siteSettingsTextSchema = z
  .object({
    /** Empty: no notice is shown. */
    maintenanceText: line({ max: 300, message: 'A notice has at most 300 characters.' }),
    maintenanceEnd: z.nullable(timeInput),
    /** A product of the storefront 'shop'. */
    featuredProductId: z.nullable(recordId),
    /** Empty: none is shown. */
    clientVersion: line({ max: 40, message: 'A version has at most 40 characters.' }),
    requirements: z
      .array(requirementInput)
      .check(z.maxLength(MAX_REQUIREMENTS, `There are at most ${MAX_REQUIREMENTS} requirements.`)),
    /** The version the editor read; without it, later changes are overwritten. */
    revision: z.optional(z.int()),
  })
  .check(
    z.refine(
      ({ maintenanceText, maintenanceEnd }) => maintenanceEnd === null || maintenanceText.trim() !== '',
      {
        path: ['maintenanceText'],
        error: 'Please write the notice, or remove its end.',
      },
    ),
  );

export const siteSettingsSchema = z.object({
  maintenanceText: z.string(),
  maintenanceEnd: z.nullable(timestamp),
  featuredProductId: z.nullable(z.int()),
  clientVersion: z.string(),
  requirements: z.array(requirementSchema),
  revision: z.int(),
});

/** A product of the shop that can be featured. */
export const offerChoiceSchema = z.object({
  productId: z.int(),
  name: z.string(),
  /** Whether players can buy it now. Otherwise it is hidden, sold out, or its sale has ended. */
  isOnSale: z.boolean(),
});

export const offerChoiceListSchema = z.object({ products: z.array(offerChoiceSchema) });

const altText = words({
  max: 300,
  message: 'Please describe the picture in at most 300 characters, for those who cannot see it.',
});
const caption = z._default(line({ max: 200, message: 'A caption has at most 200 characters.' }), '');
const UPLOADED_MESSAGE = 'Please upload a picture.';

export const newGalleryPictureSchema = z.object({
  /** As the upload of a picture answered. */
  imageUrl: z
    .string(UPLOADED_MESSAGE)
    .check(z.regex(/^(\/api)?\/media\/[0-9a-f]{32}\.webp$/, UPLOADED_MESSAGE)),
  alt: altText,
  caption,
});

export const galleryPictureTextSchema = z.object({
  alt: altText,
  caption,
  /** The version the editor read; without it, later changes are overwritten. */
  revision: z.optional(z.int()),
});

const ORDER_MESSAGE = 'An order names each picture once.';

const pictureIds = z.array(recordId).check(
  z.maxLength(MAX_GALLERY_PICTURES, ORDER_MESSAGE),
  z.refine((ids) => new Set(ids).size === ids.length, ORDER_MESSAGE),
);

export const galleryOrderSchema = z.object({
  /** All pictures in their new order. */
  pictureIds,
  /** The order that the editor read; with another one now, nothing is changed. */
  seenPictureIds: pictureIds,
});

export const adminGalleryPictureSchema = z.extend(galleryPictureSchema, {
  pictureId: z.int(),
  revision: z.int(),
});

/** In the order of the gallery. */
export const adminGallerySchema = z.object({ pictures: z.array(adminGalleryPictureSchema) });

export type SiteSettingsInput = z.infer<typeof siteSettingsTextSchema>;
export type SiteSettings = z.infer<typeof siteSettingsSchema>;
export type OfferChoice = z.infer<typeof offerChoiceSchema>;
export type NewGalleryPicture = z.infer<typeof newGalleryPictureSchema>;
export type GalleryPictureText = z.infer<typeof galleryPictureTextSchema>;
export type GalleryOrder = z.infer<typeof galleryOrderSchema>;
export type AdminGalleryPicture = z.infer<typeof adminGalleryPictureSchema>;
export type AdminGallery = z.infer<typeof adminGallerySchema>;
