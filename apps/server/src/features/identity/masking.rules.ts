import { mayEdit } from '@waygate/contract/permissions';
import { isOwner, type Rank } from '@waygate/contract/ranks';

/** Shown in place of a hidden address. */
export const HIDDEN = '•••';

type Reader = Rank & { accountId: number };

/**
 * Whether an account's e-mail and addresses are hidden from staff: those of accounts that they may not edit, which are
 * superiors' and fellow staff's. Nobody's own are hidden, and nothing is from an owner.
 */
export function hidesContact(reader: Reader, account: Rank & { id: number }): boolean {
  return account.id !== reader.accountId && !mayEdit(reader, account);
}

/** Whether notes about an account are hidden from staff: those of accounts that they may not edit, and of their own. */
export function hidesNotes(reader: Reader, account: Rank & { id: number }): boolean {
  return !isOwner(reader) && (account.id === reader.accountId || !mayEdit(reader, account));
}

/** `olga@post.example` as `o•••@p•••.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return `${initialOf(email)}${HIDDEN}@${initialOf(domain)}${HIDDEN}${domain.slice(domain.lastIndexOf('.'))}`;
}

function initialOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

/** The text with every e-mail address in it hidden, such as a mail server's message. */
export function withoutEmails(text: string): string {
  return text.replaceAll(/[^\s<>"(),;:]+@[^\s<>"(),;:]+/g, HIDDEN);
}
