import { REASON_MAX, REASON_MIN } from '@waygate/contract/text';

const MISSING = `Please give a reason of ${REASON_MIN} to ${REASON_MAX} characters.`;

/** The reason as it is sent: one line, because lists show it in one. */
export function reasonOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Why the text is no reason; '' when it is one. */
export function reasonFault(text: string): string {
  const { length } = reasonOf(text);
  return length >= REASON_MIN && length <= REASON_MAX ? '' : MISSING;
}

/** The name of a reason's form in what is kept while staff sign in again. */
export function reasonName(about: string): string {
  return `reason: ${about}`;
}
