import { distance } from 'fastest-levenshtein';

const MAX_TYPOS = 2;

/** Two typos make another word of a shorter name: HOST and HOME. */
const SHORT_NAME = 8;

/**
 * Finds variables that look like ours and aren't: misspelt ones, and those that begin like several of ours.
 *
 * @param names of the variables that are set
 * @param known every name that the configuration reads
 * @returns a sentence for each, without its value
 */
export function describeUnknownVariables(names: string[], known: string[]): string[] {
  const prefixes = findPrefixes(known);
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = findMeant(name, known);
      if (meant !== undefined) return [`${name} is unknown. Did you mean ${meant}?`];
      const looksLikeOurs = prefixes.some((prefix) => name.toUpperCase().startsWith(prefix));
      return looksLikeOurs ? [`${name} is unknown and has no effect.`] : [];
    });
}

function findMeant(name: string, known: string[]): string | undefined {
  const rated = known.map((candidate) => ({ candidate, typos: distance(name.toUpperCase(), candidate) }));
  const fitting = rated.filter(
    ({ candidate, typos }) => typos <= (candidate.length < SHORT_NAME ? 1 : MAX_TYPOS),
  );
  return fitting.toSorted((a, b) => a.typos - b.typos)[0]?.candidate;
}

/** `STRIPE_`, not `LOG_`: a word that only one of our names begins with may well be another program's. */
function findPrefixes(known: string[]): string[] {
  const prefixes = known.map((name) => /^[A-Z0-9]+_/.exec(name)?.[0] ?? name);
  return [...new Set(prefixes.filter((prefix, index) => prefixes.indexOf(prefix) < index))];
}
