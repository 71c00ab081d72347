import { REASON_MAX, REASON_MIN } from '@waygate/contract/text';
import { inOneLine } from './in-one-line.ts';

const MISSING = `Please give a reason of ${REASON_MIN} to ${REASON_MAX} characters.`;

/** Why the text is no reason; '' when it is one. */
export function reasonFault(text: string): string {
  const { length } = inOneLine(text);
  return length >= REASON_MIN && length <= REASON_MAX ? '' : MISSING;
}

/** The name of a reason's form in what is kept while staff sign in again. */
export function reasonName(about: string): string {
  return `reason: ${about}`;
}
