/**
 * The words as a query of `to_tsquery` in which the last one may go on: 'frost emb' → 'frost & emb:*'.
 *
 * @returns '' for anything but letters, digits and spaces: other characters mean something to `to_tsquery`
 */
export function beginningsOf(text: string): string {
  return /^[\p{L}\p{N} ]+$/u.test(text) ? `${text.trim().split(/ +/).join(' & ')}:*` : '';
}
