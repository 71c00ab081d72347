/**
 * The numbers of advisory locks, arbitrary but the same in all processes. One list, so that no two share a number: a backup
 * holds its lock for as long as it takes.
 */
export const ADVISORY_LOCKS = {
  migration: 7_229_281,
  /** Creating the first owner, and removing owners. */
  ownership: 7_229_282,
  dropCredits: 7_229_283,
  dropSample: 7_229_284,
  backup: 7_229_285,
  /** A restore, or a move. */
  load: 7_229_286,
  bridgeTokens: 7_229_287,
} as const;
