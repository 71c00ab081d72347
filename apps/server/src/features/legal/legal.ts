// The texts that the portal shows as its terms, legal notice and privacy policy.
export { getTerms, type Terms } from './terms.ts';
