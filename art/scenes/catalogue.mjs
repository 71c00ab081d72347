import { community } from './community.mjs';
import { features } from './features.mjs';
import { start } from './start.mjs';
import { welcome } from './welcome.mjs';
import * as news from './news.mjs';

const SECTIONS = { welcome, features, start, community };

const NEWS = {
  'founders-week': news.foundersWeek,
  'low-ping': news.lowPing,
  'anti-cheat': news.antiCheat,
  'seasonal-event': news.seasonalEvent,
  'dungeon-runs': news.dungeonRuns,
  launch: news.launch,
};

export function getScene(name) {
  const scene = SECTIONS[name] ?? NEWS[name];
  if (!scene)
    throw new Error(
      `There is no scene '${name}'. Scenes: ${Object.keys({ ...SECTIONS, ...NEWS }).join(', ')}.`,
    );
  return scene;
}

/** A picture's file, its size in pixels and its size limit in bytes. */
export function getTarget(name, format) {
  if (!getScene(name).shots[format]) throw new Error(`'${name}' has no ${format} camera.`);
  if (name in NEWS) {
    const folder = 'apps/server/content/demo/media';
    return { folder, file: `${name}.webp`, type: 'webp', width: 1280, height: 720, maxBytes: 60_000 };
  }
  const picture = { folder: 'apps/web/public/brand', file: `${name}-${format}.avif`, type: 'avif' };
  if (format === 'portrait') return { ...picture, width: 720, height: 1280, maxBytes: 30_000 };
  return { ...picture, width: 1920, height: 1080, maxBytes: 60_000 };
}
