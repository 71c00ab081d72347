import type {
  LibraryPicture,
  PictureUse,
  PictureUseKind,
} from '@waygate/contract/picture-library/picture-library.schemas';
import { adminPaths } from '#features/paths/admin-paths.ts';

const USE_LABELS: Record<PictureUseKind, string> = {
  article: 'Article',
  patchNote: 'Patch note',
  product: 'Product',
  productCategory: 'Product category',
  reward: 'Drop reward',
  gallery: 'Gallery',
};

/** What a picture is called in the library. */
export function pictureTitle({ fileName, alt, name }: LibraryPicture): string {
  return fileName || alt || name;
}

/** '1200 × 675 px, 84 kB', as far as it is known. */
export function sizeText({ width, height, bytes }: LibraryPicture): string {
  const pixels = width === null || height === null ? [] : [`${width} × ${height} px`];
  return [...pixels, ...(bytes === null ? [] : [weightText(bytes)])].join(', ') || 'Being measured';
}

function weightText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** 'Unused' where nothing shows it. */
export function usageText({ useCount, isKept }: LibraryPicture): string {
  if (useCount > 0) return useCount === 1 ? '1 use' : `${useCount} uses`;
  return isKept ? 'Kept' : 'Unused';
}

export function labelOfUse({ kind }: PictureUse): string {
  return USE_LABELS[kind];
}

/** Where staff find the record that uses it. */
export function pathOfUse({ kind, id }: PictureUse): string {
  switch (kind) {
    case 'article':
      return adminPaths.article({ articleId: id });
    case 'patchNote':
      return adminPaths.patchNote({ patchNoteId: id });
    case 'product':
      return `${adminPaths.products}?search=${id}`;
    case 'productCategory':
      return adminPaths.productCategories;
    case 'reward':
      return `${adminPaths.twitchDrops}?tab=rewards`;
    case 'gallery':
      return adminPaths.site;
  }
}
