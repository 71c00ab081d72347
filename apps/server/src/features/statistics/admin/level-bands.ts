import type { LevelCount } from './character-statistics.queries.ts';

type Band = { from: number; to: number; characters: number };

const BANDS_MAX = 12;

/** Bands of equal width over all levels, with a round width: 1, 2, 5, 10, 20, 50 … */
export function bandsOfLevels(levels: LevelCount[]): Band[] {
  const highest = levels.reduce((max, { level }) => Math.max(max, level), 0);
  const width = widthFor(highest);
  const bands = Array.from({ length: Math.ceil(highest / width) }, (_, index) => ({
    from: index * width + 1,
    to: (index + 1) * width,
    characters: 0,
  }));
  for (const { level, characters } of levels) {
    const band = bands[Math.floor((level - 1) / width)];
    if (band) band.characters += characters;
  }
  return bands;
}

function widthFor(highest: number): number {
  for (let unit = 1; ; unit *= 10) {
    const width = [unit, 2 * unit, 5 * unit].find((candidate) => highest <= candidate * BANDS_MAX);
    if (width !== undefined) return width;
  }
}
