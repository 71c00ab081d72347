import type { Site } from '@waygate/contract/site/site';
import type { PictureSources } from '#api/media-url.ts';
import { toScriptJson } from './script-json.ts';

type PreloadImage = PictureSources & { media?: string };

/** A page's metadata for search engines and link previews. */
export type PageMeta = {
  /** Without the brand's name, which is added; empty for the landing page. */
  title: string;
  description: string;
  /** Path or address of the preview picture. */
  image?: string;
  type?: 'website' | 'article';
  /** The one path of a page that has several. */
  canonicalPath?: string;
  isPrivate?: boolean;
  /** Pictures to preload, with their media query or their widths. */
  preloadImages?: PreloadImage[];
  /** Path of the page's RSS feed. */
  feed?: string;
  /** Makes what the page is about, as schema.org describes it. Only the server needs it. */
  jsonLd?: (() => object) | undefined;
};

const ORIENTATIONS = ['landscape', 'portrait'] as const;

/** The address of one of the brand's pictures that fill the window. */
export function scenePicture(scene: string, orientation: (typeof ORIENTATIONS)[number]): string {
  return `/brand/${scene}-${orientation}.avif`;
}

/** Such a picture in both shapes, of which a window preloads its own. */
export function scenePreloads(scene: string): PreloadImage[] {
  return ORIENTATIONS.map((orientation) => ({
    src: scenePicture(scene, orientation),
    media: `(orientation: ${orientation})`,
  }));
}

export function fullTitle(meta: Pick<PageMeta, 'title'>, site: Site): string {
  return meta.title === '' ? site.brandName : `${meta.title} · ${site.brandName}`;
}

/** Absolute; the site's own card where there is none, or an old record has an address that cannot be read. */
function pictureOf({ image }: PageMeta, { publicOrigin }: Site): string {
  const isReadable = image !== undefined && URL.canParse(image, publicOrigin);
  return new URL(isReadable ? image : '/brand/social-card.jpg', publicOrigin).href;
}

/** The page's part of `<head>`, escaped. */
export function renderMeta(meta: PageMeta, path: string, site: Site): string {
  const title = fullTitle(meta, site);
  const address = new URL(meta.canonicalPath ?? path, site.publicOrigin).href;
  const image = pictureOf(meta, site);
  const named = {
    description: meta.description,
    'twitter:card': 'summary_large_image',
    ...(meta.isPrivate && { robots: 'noindex' }),
  };
  const properties = {
    'og:site_name': site.brandName,
    'og:type': meta.type ?? 'website',
    'og:title': meta.title === '' ? site.brandName : meta.title,
    'og:description': meta.description,
    // A private page has no canonical address, and is the same HTML at many.
    ...(!meta.isPrivate && { 'og:url': address }),
    'og:image': image,
  };
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...Object.entries(named).map(
      ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
    ),
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    ...(meta.feed
      ? [
          `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="${escapeHtml(meta.feed)}">`,
        ]
      : []),
    ...(meta.preloadImages ?? [])
      .filter(isLoadable)
      .map(
        ({ src, media, srcSet, sizes }) =>
          `<link rel="preload" as="image" fetchpriority="high"${attributes({ href: src, media, imagesrcset: srcSet, imagesizes: sizes })}>`,
      ),
    ...(meta.isPrivate ? [] : [`<link rel="canonical" href="${escapeHtml(address)}">`]),
    ...(meta.jsonLd ? [`<script type="application/ld+json">${toScriptJson(meta.jsonLd())}</script>`] : []),
  ].join('');
}

/** An old record may have any address. */
function isLoadable({ src }: PreloadImage): boolean {
  return /^(\/|https?:\/\/)/i.test(src);
}

function attributes(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`))
    .join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
