// Second factors of accounts: setting them up, confirming who is signed in, and what owners ask of staff.
export { deleteExpiredChallenges } from './passkeys/challenges.queries.ts';
