const SCENES = ['welcome', 'features', 'start', 'community'] as const;
/** Where in the scene the detail lies. */
const DETAILS = ['left', 'middle', 'right'] as const;
const TINTS = ['gold', 'azure', 'jade', 'ember', 'violet'] as const;

/** Operators name their categories as they like, so the name itself decides. */
export function artOf(category: string) {
  let hash = 2_166_136_261;
  for (const letter of category.toLowerCase()) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  return {
    scene: pick(SCENES, hash),
    tint: pick(TINTS, hash >>> 8),
    detail: pick(DETAILS, hash >>> 16),
  };
}

function pick<Choice>(choices: readonly [Choice, ...Choice[]], by: number): Choice {
  return choices[by % choices.length] ?? choices[0];
}
