// What is stored about people: their own file of it, and its erasure.
export { PRIVACY_MAILS } from './erasure.mails.ts';
