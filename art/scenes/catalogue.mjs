import { community } from './community.mjs';
import { features } from './features.mjs';
import { start } from './start.mjs';
import { welcome } from './welcome.mjs';
import * as gallery from './gallery.mjs';
import * as news from './news.mjs';

const SECTIONS = { welcome, features, start, community };

/**
 * How wide the previews are that pages contain for phones: no narrower than a large phone, except where the text is the
 * largest thing on the page and shouldn't wait.
 */
const PREVIEW_WIDTHS = { welcome: 270, features: 414, start: 468, community: 468 };

const NEWS = {
  'founders-week': news.foundersWeek,
  'low-ping': news.lowPing,
  'anti-cheat': news.antiCheat,
  'seasonal-event': news.seasonalEvent,
  'dungeon-runs': news.dungeonRuns,
  launch: news.launch,
};

const GALLERY = {
  'at-the-gate': gallery.atTheGate,
  'moonlit-duel': gallery.moonlitDuel,
  'ember-wyrm': gallery.emberWyrm,
  'at-the-fire': gallery.atTheFire,
};

const SCENES = { ...SECTIONS, ...NEWS, ...GALLERY };

export function getScene(name) {
  const scene = SCENES[name];
  if (!scene) throw new Error(`There is no scene '${name}'. Scenes: ${Object.keys(SCENES).join(', ')}.`);
  return scene;
}

/** A picture's file, its size in pixels, its size limit in bytes and the samples per side of a pixel. */
export function getTarget(name, format) {
  if (!getScene(name).shots[format]) throw new Error(`'${name}' has no ${format} camera.`);
  if (name in NEWS || name in GALLERY) {
    const file = { folder: 'apps/server/content/demo/media', file: `${name}.webp`, type: 'webp' };
    if (name in NEWS) return { ...file, width: 1280, height: 720, maxBytes: 60_000, samples: 1 };
    return { ...file, width: 1920, height: 1080, maxBytes: 110_000, samples: 1 };
  }
  const picture = {
    folder: 'apps/web/public/brand',
    file: `${name}-${format}.avif`,
    type: 'avif',
  };
  if (format === 'portrait') {
    const previewWidth = PREVIEW_WIDTHS[name];
    return { ...picture, width: 720, height: 1280, maxBytes: 30_000, samples: 2, previewWidth };
  }
  // As wide as the largest screens; one sample, since edges are smoothed along their length.
  return { ...picture, width: 2560, height: 1440, maxBytes: 96_000, samples: 1 };
}
